"""Surrender on the pages: offered after a question, shown to whom it concerns, answered."""

import pytest

from accounts.models import User
from games.models import Game
from tests.games.making import bid, fresh, people, settle
from tests.games.web.driving import browser, page
from tests.games.web.sea_states import PHASES, stand

pytestmark = pytest.mark.django_db


def say(user: User, game: Game, act: str) -> None:
    """As the pages have it: the button asks, the second press does it."""
    client = browser(user)
    assert f"aside/?act={act}" in page(client, f"/g/{game.code}/")
    assert 'name="sure"' in page(client, f"/g/{game.code}/aside/", act=act)
    response = client.post(f"/g/{game.code}/aside/", {"act": act, "sure": "1"})
    assert response.status_code == 302, response.content.decode()[:2000]


@pytest.fixture
def users() -> list[User]:
    return people(2)


@pytest.fixture
def game(users: list[User]) -> Game:
    return stand(users, PHASES["choose"]())


def test_an_offer_stands_before_the_one_whom_it_concerns(users: list[User], game: Game) -> None:
    say(users[0], game, "surrender")
    theirs = page(browser(users[1]), f"/g/{game.code}/")
    mine = page(browser(users[0]), f"/g/{game.code}/")
    assert "Marit offers to surrender" in theirs
    assert "act=accept" in theirs
    assert "act=refuse" in theirs
    assert "You offered to surrender" in mine
    assert "act=" not in mine
    assert "offers to surrender" not in page(browser(), f"/g/{game.code}/").split('id="story"')[0]


def test_accepted_it_ends_the_game(users: list[User], game: Game) -> None:
    say(users[0], game, "surrender")
    say(users[1], game, "accept")
    assert fresh(game).outcome == {"scores": [0, 1], "winners": [1]}
    assert "You have won." in page(browser(users[1]), f"/g/{game.code}/")
    assert "Joost has won." in page(browser(users[0]), f"/g/{game.code}/")


def test_refused_it_leaves_everything_as_it_was(users: list[User], game: Game) -> None:
    say(users[0], game, "surrender")
    say(users[1], game, "refuse")
    text = page(browser(users[0]), f"/g/{game.code}/")
    assert "act=surrender" in text
    assert "Seal your card" in text


def test_it_lapses_when_the_hand_is_turned(users: list[User], game: Game) -> None:
    say(users[0], game, "surrender")
    bid(game, users[0], "wait")
    bid(game, users[1], "wait")
    game = settle(game)
    text = page(browser(users[1]), f"/g/{game.code}/")
    assert "act=accept" not in text
    assert "Marit’s offer to surrender wasn’t answered and has lapsed." in text
