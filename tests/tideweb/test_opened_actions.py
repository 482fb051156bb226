"""Whoever opens the address that a form is sent to finds its page, not an empty one."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games.models import Game
from tests.games.making import begun, legal, people
from tests.games.web.driving import browser
from tests.process_fixtures import again

pytestmark = pytest.mark.django_db
BY_BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def users() -> list[User]:
    return again(people, 3)


@pytest.fixture
def game(users: list[User]) -> Game:
    return begun(users)


def test_a_refused_bid_can_be_read_in_another_language(game: Game, users: list[User]) -> None:
    client = browser(users[0])
    refused = client.post(f"/g/{game.code}/bid/", {"hand": 1, "bid": "nothing"}, headers=BY_BROWSER)
    assert refused.status_code == 400
    here = refused.wsgi_request.path
    assert f'name="next" value="{here}"' in refused.content.decode()
    led = client.get(here, headers=BY_BROWSER, follow=True)
    assert led.redirect_chain == [(f"/g/{game.code}/", 302)]
    assert led.status_code == 200
    assert legal(game, 0)[0] in led.content.decode()


@pytest.mark.parametrize(("path", "page"), [
    ("/friends/ask/", "/friends/"), ("/people/Joost/friend/", "/people/Joost/"),
    ("/settings/keys/", "/settings/"),
])  # fmt: skip
def test_it_leads_to_the_page_above(users: list[User], path: str, page: str) -> None:
    client = browser(users[0])
    assert client.get(path, headers=BY_BROWSER)["Location"] == page
    assert client.get(path).status_code == 405, "a program is told what it did wrong"
    assert client.get(page, headers=BY_BROWSER).status_code == 200


def _paths(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """All addresses with nothing to fill in; not those of the API, nor of the panel."""
    for each in patterns:
        if isinstance(each, URLResolver) and not each.namespace:
            yield from _paths(each.url_patterns)
        elif isinstance(each, URLPattern) and each.name:
            with suppress(NoReverseMatch):
                if not (path := reverse(each.name)).startswith("/api/"):
                    yield path


def test_no_address_leads_in_a_circle_or_nowhere(users: list[User]) -> None:
    client = browser(users[0])
    only_sent_to = [
        path for path in _paths(get_resolver().url_patterns) if client.get(path).status_code == 405
    ]
    assert len(only_sent_to) > 10
    for path in only_sent_to:
        there = client.get(path, headers=BY_BROWSER, follow=True)  # a circle raises
        assert (there.status_code, there.redirect_chain[0][1]) == (200, 302), path


def test_a_stranger_is_led_to_the_front_page_or_to_sign_in() -> None:
    answer = Client().get("/friends/ask/", headers=BY_BROWSER, follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain[0] == ("/friends/", 302)
