"""A program without a page of its own asks for a key, and somebody allows it in a browser."""

import re
import time
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiKey, User
from accounts.people.new_accounts import make_guest
from accounts.security import api_keys, device_grants
from games.api.throttles import TokenThrottle
from tests.accounts.making import member
from tests.games.api.asking import ROOT, client, good, problem

pytestmark = pytest.mark.django_db
CODE, TOKEN = f"{ROOT}/device/code", f"{ROOT}/device/token"
GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture(autouse=True)
def loose(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(TokenThrottle, "THROTTLE_RATES", {"token": "100/min"})
    monkeypatch.setattr(device_grants, "INTERVAL", 0)


def begun(scope: str = "play talk", name: str = "Texel bot") -> dict[str, Any]:
    found: dict[str, Any] = good(client().post(CODE, {"client_id": name, "scope": scope}))
    return found


def asked_again(codes: dict[str, Any]) -> Any:
    wish = {"grant_type": GRANT, "device_code": codes["device_code"], "client_id": "Texel bot"}
    return client().post(TOKEN, wish)


def signed_in(user: User, password: str) -> Client:
    browser = Client()
    browser.post(reverse("account_login"), {"login": user.email, "password": password})
    return browser


def answered(browser: Client, codes: dict[str, Any], **sent: Any) -> Any:
    return browser.post(reverse("device_answer"), {"code": codes["user_code"], **sent})


def test_two_programs_and_two_browsers_each_get_their_own() -> None:
    """Marit allows the first, Joost the second; nothing is mixed up, whoever asks when."""
    marit, joost = member("Marit"), member("Joost")
    first, second = begun(), begun("tables", "Ameland bot")
    assert first["user_code"] != second["user_code"]
    problem(asked_again(first), 400, "authorization_pending")
    hers, his = signed_in(marit, "Marit"), signed_in(joost, "Joost")
    page = hers.post(reverse("device"), {"code": first["user_code"].lower()}).content.decode()
    assert "Texel bot" in page
    assert first["user_code"] in page
    assert "Ameland" not in page
    assert set(re.findall(r'value="(\w+)"[^>]*checked', page)) == {"play", "talk"}

    assert answered(his, second, allow="1", scopes=["tables"]).status_code == 302
    problem(asked_again(first), 400, "authorization_pending")
    assert answered(hers, first, allow="1", scopes=["play"], days="30").status_code == 302
    told = [good(asked_again(codes)) for codes in (first, second)]
    assert [each["scope"] for each in told] == ["read play", "read tables"], "less than was asked"
    assert [each["expires_in"] for each in told] == [30 * 24 * 3600, None]
    for each, name in zip(told, ("Marit", "Joost"), strict=True):
        ask = APIClient()
        ask.credentials(HTTP_AUTHORIZATION=f"{each['token_type']} {each['access_token']}")
        assert good(ask.get(f"{ROOT}/me"))["name"] == name
    assert marit.api_keys.get().name == "Texel bot"
    assert joost.api_keys.get().name == "Ameland bot"
    problem(asked_again(first), 400, "invalid_grant")
    assert ApiKey.objects.count() == 2, "the key is told once"


def test_what_was_denied_stays_denied() -> None:
    codes, browser = begun(), signed_in(member(), "Marit")
    answered(browser, codes, deny="1")
    assert answered(browser, codes, allow="1").status_code == 404, "before it is told, too"
    found = problem(asked_again(codes), 400, "access_denied")
    assert found["error"] == "access_denied"
    assert answered(browser, codes, allow="1").status_code == 404
    assert not ApiKey.objects.exists()


def test_what_was_allowed_before_a_new_password_gives_no_key() -> None:
    """A thief may have allowed it, and fetches the key when the account was recovered."""
    marit, codes = member(), begun()
    answered(signed_in(marit, "Marit"), codes, allow="1", scopes=["play"])
    marit.set_password("only she knows")
    marit.save()
    problem(asked_again(codes), 400, "access_denied")
    assert not ApiKey.objects.exists()


def test_what_was_allowed_before_a_new_address_gives_no_key() -> None:
    """A new address ends keys, and so this one before it is fetched."""
    marit, codes = member(), begun()
    answered(signed_in(marit, "Marit"), codes, allow="1", scopes=["play"])
    User.objects.filter(pk=marit.pk).update(email="new@example.net")
    problem(asked_again(codes), 400, "access_denied")
    assert not ApiKey.objects.exists()


def test_what_the_release_before_has_noted_still_gives_one() -> None:
    """It noted no address."""
    marit, codes = member(), begun()
    signed = {"user": marit.pk, "signed": marit.get_session_auth_hash()}
    device_grants.answer(codes["user_code"], {**signed, "scopes": ["play"], "days": None})
    assert good(asked_again(codes))["scope"] == "read play"


def test_after_ten_minutes_nothing_can_be_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    codes, browser = begun(), signed_in(member(), "Marit")
    now = time.time()
    later = SimpleNamespace(time=lambda: now + codes["expires_in"] + 1)
    monkeypatch.setattr(device_grants, "time", later)
    problem(asked_again(codes), 400, "expired_token")
    page = browser.post(reverse("device"), {"code": codes["user_code"]})
    assert page.status_code == 404
    assert "unknown or has expired" in page.content.decode()
    assert " autofocus aria-invalid" in page.content.decode()
    assert answered(browser, codes, allow="1").status_code == 404


@pytest.mark.parametrize(("late", "code"), [(0, ""), (59, ""), (61, "expired_token")])
def test_what_was_allowed_at_the_last_moment_gives_a_key_for_a_minute_more(
    monkeypatch: pytest.MonkeyPatch, late: int, code: str
) -> None:
    codes = begun()
    answered(signed_in(member(), "Marit"), codes, allow="1", scopes=["play"])
    now = time.time()
    later = SimpleNamespace(time=lambda: now + codes["expires_in"] + late)
    monkeypatch.setattr(device_grants, "time", later)
    if code:
        problem(asked_again(codes), 400, code)
        assert not ApiKey.objects.exists()
    else:
        assert good(asked_again(codes))["scope"] == "read play"


def test_what_was_denied_at_the_last_moment_is_told_as_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    codes = begun()
    answered(signed_in(member(), "Marit"), codes, deny="1")
    now = time.time()
    later = SimpleNamespace(time=lambda: now + codes["expires_in"])
    monkeypatch.setattr(device_grants, "time", later)
    problem(asked_again(codes), 400, "access_denied")


def test_who_asks_too_soon_is_told_to_slow_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_grants, "INTERVAL", 5)
    codes, clock = begun(), [time.time()]
    monkeypatch.setattr(device_grants, "time", SimpleNamespace(time=lambda: clock[0]))
    assert problem(asked_again(codes), 400, "authorization_pending")["interval"] == 5
    clock[0] += 2
    found = problem(asked_again(codes), 400, "slow_down")
    assert (found["interval"], found["error"]) == (10, "slow_down")
    clock[0] += 7
    assert problem(asked_again(codes), 400, "slow_down")["interval"] == 15
    clock[0] += 15
    problem(asked_again(codes), 400, "authorization_pending")


def test_clients_of_oauth_ask_by_form() -> None:
    browser, ask = signed_in(member(), "Marit"), Client()
    form = "application/x-www-form-urlencoded"
    sent = urlencode({"client_id": "Texel bot", "scope": "play"})
    codes = ask.post(CODE, sent, content_type=form).json()
    assert codes["verification_uri_complete"].endswith(f"?code={codes['user_code']}")
    page = browser.get(codes["verification_uri_complete"].partition("testserver")[2])
    assert codes["user_code"] in page.content.decode()
    answered(browser, codes, allow="1", scopes=["play"])
    sent = urlencode({"grant_type": GRANT, "device_code": codes["device_code"]})
    assert ask.post(TOKEN, sent, content_type=form).json()["scope"] == "read play"
    for wrong in ("client_id=a&client_id=b", "client_id=%ff", "client_id=a&elephant=1"):
        assert ask.post(CODE, wrong, content_type=form).status_code == 400


def test_a_form_of_many_fields_is_not_called_badly_encoded() -> None:
    form = "&".join(f"field{number}=1" for number in range(101))
    refused = client().post(CODE, form, content_type="application/x-www-form-urlencoded")
    problem(refused, 400, "unknown_fields")


@pytest.mark.parametrize(
    ("way", "sent", "code"),
    [
        (CODE, {"client_id": "x", "scope": "read elephants"}, "invalid_scope"),
        (CODE, {"client_id": "\u3164"}, "bad_key_name"),
        (CODE, {"client_id": "x" * 41}, "invalid"),
        (CODE, {}, "invalid"),
        (TOKEN, {"grant_type": GRANT, "device_code": "none"}, "invalid_grant"),
        (TOKEN, {"grant_type": "password", "device_code": "none"}, "invalid"),
    ],
)
def test_what_cannot_be_is_refused(way: str, sent: dict[str, str], code: str) -> None:
    problem(client().post(way, sent), 400, code)


def test_nobody_is_given_more_than_was_asked_for_or_is_theirs() -> None:
    codes, browser = begun("play moderate"), signed_in(member(), "Marit")
    page = browser.post(reverse("device"), {"code": codes["user_code"]}).content.decode()
    assert 'value="moderate"' not in page
    assert 'value="tables"' not in page
    for more in ("tables", "moderate", "account"):
        assert answered(browser, codes, allow="1", scopes=["play", more]).status_code == 400
    problem(asked_again(codes), 400, "authorization_pending")
    answered(browser, codes, allow="1", scopes=[])
    assert good(asked_again(codes))["scope"] == "read"


def test_codes_cannot_be_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_grants, "TRIES", 3)
    codes, marit = begun(), member()
    browser = signed_in(marit, "Marit")
    for _try in range(3):
        assert browser.post(reverse("device"), {"code": "BBBB-BBBB"}).status_code == 404
    assert browser.post(reverse("device"), {"code": codes["user_code"]}).status_code == 404
    other = signed_in(member("Joost"), "Joost")
    assert other.post(reverse("device"), {"code": codes["user_code"]}).status_code == 200


def test_codes_are_not_handed_out_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenThrottle, "THROTTLE_RATES", {"token": "2/min"})
    for _time in range(2):
        begun()
    problem(client().post(CODE, {"client_id": "x"}), 429, "throttled")


def test_who_has_ten_keys_is_told_so_before_it_is_too_late() -> None:
    marit, codes = member(), begun()
    for number in range(10):
        ApiKey.objects.create(user=marit, name="x", digest=f"{number:040x}")
    answer = answered(signed_in(marit, "Marit"), codes, allow="1")
    assert answer.status_code == 400
    assert "You have ten keys" in answer.content.decode()
    problem(asked_again(codes), 400, "authorization_pending")


def test_what_was_allowed_gives_a_key_once_there_is_room_again() -> None:
    marit, codes = member(), begun()
    for number in range(9):
        api_keys.make(marit, f"Key {number}")
    answered(signed_in(marit, "Marit"), codes, allow="1", scopes=["play"])
    api_keys.make(marit, "The tenth")
    problem(asked_again(codes), 409, "too_many_keys")
    marit.api_keys.get(name="The tenth").delete()
    assert good(asked_again(codes))["scope"] == "read play"


def test_expired_keys_are_not_among_the_ten() -> None:
    marit, codes = member(), begun()
    for number in range(10):
        ApiKey.objects.create(
            user=marit, name="x", digest=f"{number:040x}", expires_at=timezone.now()
        )
    assert answered(signed_in(marit, "Marit"), codes, allow="1").status_code == 302
    good(asked_again(codes))


def test_strangers_and_guests_allow_nothing() -> None:
    codes = begun()
    assert reverse("account_login") in answered(Client(), codes, allow="1")["Location"]
    guest = Client()
    guest.force_login(make_guest(), "django.contrib.auth.backends.ModelBackend")
    assert answered(guest, codes, allow="1").status_code == 404
    page = f"{reverse('device')}?code=BCDF"
    assert guest.get(page)["Location"] == f"/account/login/?next={quote(page)}"
    checked = Client(enforce_csrf_checks=True)
    checked.force_login(member(), "django.contrib.auth.backends.ModelBackend")
    assert answered(checked, codes, allow="1").status_code == 403
    problem(asked_again(codes), 400, "authorization_pending")
