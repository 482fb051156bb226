"""The quick ways to play on agree with the plain rules, state by state."""

import random
from typing import Any

import pytest

from tests.narrowing import not_none

pytest.importorskip("numpy")

import numpy as np

from games.bots.engine.turning_tides import Waters, play_turn
from games.bots.engine.turning_tides_course import Lots
from games.bots.engine.turning_tides_policy import quick_cards
from games.catalogue.turning_tides import rules as turning_tides
from tests.bots import comparing


@pytest.mark.parametrize(("seats", "cascade"), [(3, True), (4, True), (5, False), (5, True)])
def test_stages_of_turn_the_tide(seats: int, cascade: bool) -> None:
    assert comparing.tide(seats, cascade, games=100, rng=random.Random(seats)) > 250


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_stages_of_rowboat(seats: int) -> None:
    rng = random.Random(seats)
    assert sum(comparing.rowing(seats, rng) for _ in range(25)) > 200


@pytest.mark.parametrize(
    "options", [{}, {"introduction": True}, {"introduction": True, "introduction_goal": "or"}]
)
def test_rounds_of_turning_tides(options: dict[str, Any]) -> None:
    rng = random.Random(5)
    assert sum(comparing.sailing(options, 150, rng) for _ in range(10)) > 100


def test_the_quick_captains_of_turning_tides_lose_nothing() -> None:
    """Sailors and cannons stay as many as they were, and nothing is where nothing can be."""
    state = turning_tides.start(2, {})
    for _ in range(2):
        state = turning_tides.shuffled(state, not_none(turning_tides.shuffle_needed(state)))
    waters, chance = Waters(turning_tides.observation(state, 0)), np.random.default_rng(3)
    fleet = waters.fleet(*waters.hidden(200, chance))
    lots = Lots(chance, np.arange(200))
    for _turn in range(14):
        fleet.draw(lots)
        play_turn(fleet, quick_cards(fleet, lots), lots)
        assert (fleet.sailors.sum(2) + fleet.spare_sailors >= 3).all()
        assert (fleet.sailors.sum(2) + fleet.spare_sailors <= 5).all()
        assert (fleet.cannons.sum((2, 3)) + fleet.spare_cannons == 4).all()
        assert not (fleet.destroyed & (fleet.sailors > 0)).any()
        assert (fleet.hand >= 0).all()
        assert (fleet.sailors >= 0).all()
        assert (fleet.spare_sailors >= 0).all()
    assert fleet.destroyed.any()
