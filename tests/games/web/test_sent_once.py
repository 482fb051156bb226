"""Two taps on one button are one; whoever loads the page again and sends the same, means it."""

import html
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ApiKey, Program, User, Webhook
from accounts.notifications import webhooks
from accounts.security import api_keys, safe_http
from games import links
from games.models import Game, IdempotencyKey, Report
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.web.sent_once import AGAIN
from tests.accounts.making import member
from tests.answers import Answer
from tests.games.making import begun, people, person
from tests.games.web.driving import browser
from tests.process_fixtures import again

TABLE = {"game": "turn-the-tide", "preset": "day", "seats": "3"}
Send = Callable[..., Answer]


def sending(client: Client, path: str, **form: str) -> Send:
    """Sends this form, each time from the page of a number."""
    return lambda page=1: client.post(
        path, {**form, "csrfmiddlewaretoken": f"token of page {page}"}
    )


@pytest.mark.django_db
def test_what_is_made_by_two_taps_is_there_once() -> None:
    users = again(people, 3)
    game, marit = begun(users), browser(users[0])
    report = f"/report/?game={game.code}"
    for count, send in (
        (Game.objects.count, sending(marit, "/play/")),
        (Game.objects.count, sending(marit, "/games/new/", **TABLE)),
        (Report.objects.count, sending(marit, report, kind="stuck", text="x")),
    ):
        before = count()
        first, second = send(), send()
        assert first.status_code == 302, first.content
        assert (second.status_code, second["Location"]) == (302, first["Location"])
        assert count() == before + 1, first["Location"]
        assert send(page=2).status_code == 302
        assert count() == before + 2, first["Location"]


@pytest.mark.django_db
def test_the_second_tap_is_told_of_no_fault() -> None:
    users = again(people, 3)
    marit, game = browser(users[0]), begun(users)
    first, other = (sending(marit, "/games/new/", **TABLE)(page)["Location"] for page in (1, 2))
    for send in (
        sending(marit, f"/g/{game.code}/extend/", how="more", hand=str(game.hand_number)),
        sending(marit, f"{first}start/", fill="bots"),
        sending(marit, f"{other}leave/"),
        sending(marit, "/settings/vacation/", first=in_days(2), last=in_days(3)),
    ):
        said = send()
        assert said.status_code == 302, said.content
        assert send()["Location"] == said["Location"]
        assert send(page=2).status_code >= 400


def in_days(count: int) -> str:
    return (timezone.now() + timedelta(days=count)).date().isoformat()


@pytest.mark.django_db
def test_what_was_refused_may_be_sent_again() -> None:
    marit = browser(person())
    nothing = sending(marit, "/games/new/", game="turn-the-tide", seats="99")
    assert nothing().status_code == nothing().status_code == 400
    assert not IdempotencyKey.objects.exists()


@pytest.mark.django_db
def test_a_page_that_somebody_comes_back_to_works_again_after_a_minute() -> None:
    play = sending(browser(person()), "/play/")
    first = play()
    row = IdempotencyKey.objects.get()
    row.created_at -= AGAIN + timedelta(seconds=1)
    row.save()
    assert play()["Location"] != first["Location"]
    assert Game.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_instant() -> None:
    marit = person()
    sent = [sending(browser(marit), "/play/") for _tap in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda send: send(), sent))
    assert len({answer["Location"] for answer in answers}) == 1
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_a_stranger_who_taps_twice_is_one_guest() -> None:
    """The second tap does not know yet whom the first has made."""
    maker = person()
    game = tables.make_table(maker, TableSettings(name="Texel", seats=3, visibility="link"))
    for path, form in ((f"/g/{game.code}/join/", {"name": "Kaatje"}), ("/play/", {})):
        before = User.objects.filter(kind=User.Kind.GUEST).count()
        taps = [browser() for _tap in range(3)]
        for client in taps:
            client.get(f"/g/{game.code}/come/{links.link_token(game)}/")
        sent = [sending(client, path, **form)() for client in taps]
        assert {each.status_code for each in sent} == {302}
        assert len({each["Location"] for each in sent}) == 1
        assert User.objects.filter(kind=User.Kind.GUEST).count() == before + 1
        assert len({client.session["_auth_user_id"] for client in taps}) == 1
    assert sending(browser(), f"/g/{game.code}/join/", name="Wim")(page=2).status_code == 403


@pytest.mark.django_db
def test_a_stranger_whose_browser_knows_the_guest_before_the_second_tap() -> None:
    """The cookie has come, but not yet the page that the first tap leads to."""
    play = sending(browser(), "/play/")
    first, second = play(), play()
    assert (second.status_code, second.headers.get("Location")) == (302, first["Location"])
    assert Game.objects.count() == User.objects.filter(kind=User.Kind.GUEST).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_stranger_who_taps_twice_at_the_same_instant() -> None:
    sent = [sending(browser(), "/play/") for _tap in range(3)]
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda send: send(), sent))
    assert len({answer["Location"] for answer in answers}) == 1
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["key_revoke", "hook_remove", "hook_ping"])
def test_what_is_gone_is_said_on_the_page_that_it_was_on(name: str) -> None:
    said = browser(member()).post(reverse(name, args=[1]))
    assert said.status_code == 404
    assert "That is gone already. Nothing was changed." in said.content.decode()


@pytest.mark.django_db
def test_the_second_press_of_a_button_that_shows_a_secret_shows_one_that_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(safe_http, "target_of", lambda _url: None)
    marit = member()
    client = browser(marit)
    for number in range(api_keys.MAX_KEYS - 1):
        api_keys.make(marit, f"Key {number}")
    for name, form, secret in (
        ("hook_add", {"url": "https://example.org/x", "format": "slack"}, r"whsec_[^<]+"),
        ("key_make", {"name": "laptop"}, r"tideweb_\w+"),
        ("bot_make", {"name": "Robbie"}, r"tideweb_\w+"),
    ):
        for _press in range(2):
            said = client.post(reverse(name), form)
            assert said.status_code == 200, name
            shown = re.findall(f'class="key">({secret})<', said.content.decode())
            assert len(shown) == 1, name
        if name != "hook_add":
            assert ApiKey.objects.filter(digest=api_keys.digest(shown[0])).exists()
        else:
            assert webhooks.opened(Webhook.objects.get())[1] == html.unescape(shown[0])
    assert marit.api_keys.filter(name="laptop").count() == Program.objects.count() == 1
