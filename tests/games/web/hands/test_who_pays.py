"""The page of Turn the Tide says who will lose a belt, until the cards are turned."""

import pytest

from tests.games.making import table_of, user_at
from tests.games.web.driving import browser, page
from tests.secrecy import positions

pytestmark = pytest.mark.django_db
LOSES = "<b>Loses a belt:</b>"


def test_while_cards_are_chosen_it_says_who_loses_a_belt() -> None:
    _users, game = table_of(3)
    text = page(browser(user_at(game, 0)), f"/g/{game.code}/")
    said = text.partition(LOSES)[2].partition("</p>")[0]
    assert said.strip().startswith(("Whoever takes the ", "Both who take a "))


def test_once_somebody_takes_a_tide_it_does_not() -> None:
    found = positions.make("tide: somebody takes")
    assert LOSES not in page(browser(found.users[0]), f"/g/{found.game.code}/")
