"""Whoever looks on at a public table is told that its page would show something else by now."""

import re

import pytest
from django.test import Client

from games.models import Game
from tests.games.making import bid, people, running, settle, table_of
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def asked(looker: Client, game: Game, seen: str) -> str:
    """The word of the page by now; empty while it is the same."""
    return looker.get(f"/g/{game.code}/pulse/", {"seen": seen}).content.decode()


@pytest.mark.parametrize("tells", [True, False])
def test_a_seal_is_told_where_the_table_tells_it_and_a_turned_hand_always(*, tells: bool) -> None:
    users, looker = people(3), browser()
    game = running(users, tells=tells)
    text = page(looker, f"/g/{game.code}/")
    found = re.search(r'data-seen="([^"]*)"', text)
    assert found
    seen = found[1]
    assert asked(looker, game, seen) == ""
    bid(game, users[0])
    assert bool(asked(looker, game, seen)) is tells
    for user in users[1:]:
        bid(game, user)
    settle(game)
    assert asked(looker, game, seen)


def test_games_to_watch_stand_on_the_front_page() -> None:
    users, shown = table_of(3)
    hidden = running(users[:2], visibility="link", ruleset="turning-tides")
    text = page(browser(), "/")
    assert f"/g/{shown.code}/" in text
    assert hidden.code not in text
