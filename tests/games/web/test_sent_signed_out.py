"""A form that is sent after the session has ended: no text is lost, and signing in leads back."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.games.making import people, person, running, table_of, user_at
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
UNSURE = "We couldn’t be sure that the form came from you"


def way_back(client: Client, path: str, **sent: str) -> str:
    """Where signing in leads that the refusal offers."""
    text = client.post(path, sent).content.decode()
    (found,) = re.findall(r'href="(/account/login/[^"]*)"', text.split("<main")[1])
    return parse_qs(urlsplit(found).query)["next"][0]


def test_signing_in_leads_back_to_the_form() -> None:
    out = browser()
    for path in (
        "/report/?person=Marit",
        "/settings/vacation/",
        "/settings/playing/",
        "/games/new/",
    ):
        assert way_back(out, path) == path
    assert way_back(out, "/friends/ask/", name="Joost", next="/friends/") == "/friends/"
    game = running(people(3))
    table = f"/g/{game.code}/"
    assert way_back(out, f"{table}chat/", text="x", next="//x") == f"{table}chat/"
    assert way_back(out, f"{table}rematch/") == table


def test_forms_whose_address_has_no_page_say_where_they_stand() -> None:
    settings = page(browser(person()), "/settings/")
    form = settings.split("/settings/replies/revoke/")[1].split("</form>")[0]
    assert 'name="next" value="/settings/"' in form


@pytest.mark.parametrize(
    ("path", "field"),
    [("/report/", "text"), ("/settings/playing/", "turn-the-tide"), ("/g/abcd/plan/", "plan")],
)
def test_what_was_written_is_shown_to_be_copied_and_nothing_else(path: str, field: str) -> None:
    sent = browser().post(path, {field: "Long <words>.", "name": "Not this."})
    assert sent.status_code == 403
    text = sent.content.decode()
    assert "readonly>Long &lt;words&gt;.</textarea>" in text
    assert "Not this" not in text


@pytest.mark.parametrize(
    ("at", "field"),
    [
        ("chat/", "text"), ("notes/", "text"), ("plan/", "plan"),
        ("/report/", "text"), ("/settings/playing/", "turn-the-tide"),
    ],
)  # fmt: skip
def test_who_signed_in_again_in_another_tab_can_copy_what_they_wrote(at: str, field: str) -> None:
    game = table_of(3)[1]
    client = Client(enforce_csrf_checks=True)
    client.force_login(user_at(game, 0), "django.contrib.auth.backends.ModelBackend")
    page(client, f"/g/{game.code}/")
    path = at if at.startswith("/") else f"/g/{game.code}/{at}"
    secret = {"name": "Not this.", "password": "Nor this.", "code": "123456", "token": "fedcba"}
    sent = client.post(path, {field: "Long <words>.", "csrfmiddlewaretoken": "f" * 64, **secret})
    assert sent.status_code == 403
    text = sent.content.decode()
    assert UNSURE in text
    assert "readonly>Long &lt;words&gt;.</textarea>" in text
    assert not [each for each in (*secret.values(), "f" * 64) if each in text.split("<main")[1]]


def test_who_signed_out_in_another_tab_is_led_to_sign_in_and_back_to_the_form() -> None:
    game = table_of(3)[1]
    client = Client(enforce_csrf_checks=True)
    client.force_login(user_at(game, 0), "django.contrib.auth.backends.ModelBackend")
    form = page(client, f"/g/{game.code}/plan/").split('name="csrfmiddlewaretoken" value="')[1]
    sent = {"plan": "next: lowest", "csrfmiddlewaretoken": form.split('"')[0]}
    client.post("/account/logout/", sent)
    assert way_back(client, f"/g/{game.code}/plan/", **sent) == f"/g/{game.code}/"


@pytest.mark.parametrize(
    ("as_whom", "status"), [("MARIT@example.org", 302), ("wim@example.org", 403)]
)
def test_who_has_signed_in_in_one_tab_and_does_so_in_the_other(as_whom: str, status: int) -> None:
    """Both were led there when the session had ended; the second has an old token by now."""
    client = Client(enforce_csrf_checks=True)
    page(client, "/account/login/")
    client.force_login(person(), "django.contrib.auth.backends.ModelBackend")
    form = {"login": as_whom, "password": "Marit", "csrfmiddlewaretoken": "f" * 64}
    for way, to in ({"next": "/settings/vacation/"}, "/settings/vacation/"), ({}, "/moves/"):
        sent = client.post("/account/login/", {**form, **way}, follow=True)
        assert (sent.redirect_chain[-1:] == [(to, 302)]) == (status == 302)
        assert sent.status_code == (200 if status == 302 else 403)


def test_what_another_site_sends_is_not_shown() -> None:
    client = Client(enforce_csrf_checks=True)
    elsewhere = {"Origin": "https://elsewhere.example"}
    text = client.post("/report/", {"text": "Call them."}, headers=elsewhere).content.decode()
    assert UNSURE in text
    assert "Call them." not in text
