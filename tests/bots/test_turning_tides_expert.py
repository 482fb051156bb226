"""What the search of Turning Tides does where a win is certain."""

import random

import pytest

pytest.importorskip("numpy")

from games.bots import levels
from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.state import State
from tests.rules.turning_tides.positions import deck, play, position, ship

ASKS = 12


def answers(state: State) -> set[str]:
    """What the expert of seat 0 answers when asked a dozen times."""
    seen, legal = turning_tides.observation(state, 0), turning_tides.legal(state, 0)
    return {
        levels.answer("turning-tides", 8, seen, legal, [], random.Random(seed)).notation
        for seed in range(ASKS)
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
