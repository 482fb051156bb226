"""Whether a game goes as its rules say, also while a release plays along that notes less."""

from dataclasses import replace

import pytest

from games.models import Game, Hand
from tests.faults.course import beginning, strays
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import hand_of, people, running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db

UNNOTED = frozenset({"seen_before"})  # as 0.2.0 did not


@pytest.fixture
def second_stage() -> tuple[Game, Hand]:
    """A game of Turn the Tide in which all have seen cards of each set."""
    game = fast_forward(running(people(4)), 14, like_bots())
    hand = hand_of(game)
    assert all(seat["seen_before"] for seat in not_none(hand.table)["seats"])
    return game, hand


def test_what_a_release_does_not_note_is_overlooked(second_stage: tuple[Game, Hand]) -> None:
    game, hand = second_stage
    begin = beginning(game)
    assert not list(strays(game, [hand], begin))
    for seat in not_none(hand.table)["seats"]:
        del seat["seen_before"]
    assert list(strays(game, [hand], begin)) == [f"hand {hand.number} opened with another table"]
    assert not list(strays(game, [hand], replace(begin, overlooked=UNNOTED)))


def test_nothing_else_is_overlooked(second_stage: tuple[Game, Hand]) -> None:
    game, hand = second_stage
    begin = replace(beginning(game), overlooked=UNNOTED)
    not_none(hand.table)["seats"][0]["belts"] += 1
    assert list(strays(game, [hand], begin)) == [f"hand {hand.number} opened with another table"]
