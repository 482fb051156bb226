"""What the search of Turning Tides does where a win is certain."""

import random

import pytest

pytest.importorskip("numpy")

import numpy as np

from games.bots import levels
from games.bots.engine.turning_tides import Waters, play_on
from games.bots.engine.turning_tides_course import Lots
from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.state import State
from tests.rules.turning_tides.positions import deck, play, position, ship
from tests.sampling import few

ASKS = few(range(12), 4)


def answers(state: State) -> set[str]:
    """What the expert of seat 0 answers when asked a few times."""
    seen, legal = turning_tides.observation(state, 0), turning_tides.legal(state, 0)
    return {
        levels.answer("turning-tides", 8, seen, legal, [], random.Random(seed)).notation
        for seed in ASKS
    }


def test_it_takes_the_last_of_the_crew_now_rather_than_later() -> None:
    own, enemy = ship(z1="x", z3="x", z4="C s s m a b", z5="a b"), ship(z4="s m a", z5="a b")
    decks = (
        deck("cannon move sailor swing", discard="cannon fire navigate"),
        deck("cannon fire swing", "cannon move navigate", exchange="sailor sailor swing fire"),
    )
    state = position(own, enemy, decks=decks, offset=7, pawn=1)
    assert answers(state) == {"swing"}


def test_it_carries_out_what_wins() -> None:
    own = ship(z2="s a", z3="s a", z4="s a", z5="s a", z6="C")
    enemy = ship(z1="x", z2="x", z3="C", z4="m", z6="s")
    state = play(position(own, enemy, ("fire", "navigate"), offset=7), ("fire", "wait"))
    assert answers(state) == {"from 3"}


def test_what_is_tried_in_a_world_meets_the_same_chance() -> None:
    waters, chance = Waters(turning_tides.observation(position(), 0)), np.random.default_rng(3)
    twice = (np.repeat(found, 2, 0) for found in waters.hidden(30, chance))
    value = play_on(waters.fleet(*twice), 0, 7, Lots(chance, np.arange(60) // 2))
    assert (value[::2] == value[1::2]).all()
    assert len(set(value)) > 20
