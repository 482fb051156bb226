"""What an open page of a table that hasn't begun takes over when it fetches itself."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from tests.games.making import people
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return people(4)


@pytest.fixture
def game(users: list[User]) -> Game:
    game = tables.make_table(users[0], TableSettings("turn-the-tide", name="Texel", seats=5))
    tables.join(users[1], game.code)
    return game


def starting(client: Client, game: Game) -> str:
    """The part of the page that starts the game, which open pages exchange."""
    text = page(client, f"/g/{game.code}/")
    return text.split('<div id="start" data-live>')[1].split('<div class="row" id="ways"')[0]


def seen(client: Client, game: Game) -> str:
    return not_none(re.search(r'data-seen="([^"]*)"', page(client, f"/g/{game.code}/")))[1]


def renews(client: Client, game: Game, before: str) -> bool:
    return bool(client.get(f"/g/{game.code}/pulse/", {"seen": before}).content)


def test_whoever_inherits_the_table_can_start_it(users: list[User], game: Game) -> None:
    heir = browser(users[1])
    assert "/start/" not in starting(heir, game)
    tables.leave(users[0], game.code)
    assert f"/g/{game.code}/start/" in starting(heir, game)


def test_with_enough_players_it_can_start_with_them(users: list[User], game: Game) -> None:
    maker = browser(users[0])
    assert "Start with the players here" not in starting(maker, game)
    tables.join(users[2], game.code)
    assert "Start with the players here" in starting(maker, game)


def test_a_kept_seat_renews_open_pages_and_tells_strangers_not_whose(
    users: list[User], game: Game
) -> None:
    sitting, kept, stranger = browser(users[1]), browser(users[2]), browser()
    before = [(each, seen(each, game)) for each in (sitting, kept, stranger)]
    invitations.keep_seat(users[0], game.code, users[2])
    assert all(renews(each, game, then) for each, then in before)
    before = [(each, seen(each, game)) for each in (sitting, kept, stranger)]
    game.seats.filter(kept_for=users[2]).update(kept_for=users[3])
    assert [renews(each, game, then) for each, then in before] == [True, True, False]
