"""The chances that Rowboat's expert gives to positions, and how they are judged."""

from math import log

import pytest

from tests.bench.foretelling import chances, loss
from tests.bench.strength import player


def test_a_game_gives_a_chance_after_each_stage_but_the_last() -> None:
    found, _won = chances(player("rowboat", "light"), 2, "one")
    assert len(found) > 2
    assert all(0 < chance < 1 for chance in found)
    assert len(set(found)) > 1


def test_who_was_sure_and_wrong_loses_most() -> None:
    assert loss(0.5, True) == pytest.approx(log(2))
    assert loss(0.9, True) < loss(0.5, True) < loss(0.9, False) < loss(1.0, False) < 7
