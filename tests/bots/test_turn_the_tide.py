"""The player of Turn the Tide: always legal, sees only the table, better than chance."""

import copy
import random
from itertools import product
from typing import Any

import pytest

from games import bots
from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.bot import choose
from games.catalogue.turn_the_tide.rules.state import State
from tests.bench.bots import bench, told
from tests.narrowing import not_none
from tests.sampling import sample


def bids(state: State, rng: random.Random) -> dict[int, str]:
    """Every awaited seat answers through the bot, and what it saw stays as it was."""
    given = {}
    for seat in tide.awaiting(state):
        seen = tide.observation(state, seat)
        kept = copy.deepcopy(seen)
        given[seat] = bots.choose(tide.SLUG, seen, tide.legal(state, seat), rng)
        assert seen == kept
    return given


TABLES = [*product(tide.SEATS, (False, True))]


@pytest.mark.parametrize(
    ("seats", "taker_chooses"),
    sorted({
        *sample(TABLES, kind=lambda table: table[0]), *sample(TABLES, kind=lambda table: table[1])
    }),
)  # fmt: skip
def test_the_bot_bids_legally_through_a_whole_game(seats: int, taker_chooses: bool) -> None:
    rng = random.Random(seats)
    state = tide.start(seats, {"taker_chooses": taker_chooses})
    while tide.outcome(state) is None:
        if items := tide.shuffle_needed(state):
            state = tide.shuffled(state, rng.sample(items, len(items)))
        else:
            state, _ = tide.resolve(state, bids(state, rng))
    assert len(state.history) == seats


def opened(**options: Any) -> State:
    state = tide.start(3, options)
    state = tide.shuffled(state, list(range(1, 61)))
    return tide.shuffled(state, [1, 12, *not_none(tide.shuffle_needed(state))[1:-1]])


def test_the_bot_takes_the_lower_water() -> None:
    state, _ = tide.resolve(opened(taker_chooses=True), {0: "1", 1: "13", 2: "25"})
    seen = tide.observation(state, 2)
    assert choose(seen, tide.legal(state, 2), random.Random(1)) == "take low"


def test_the_same_chance_gives_the_same_bid() -> None:
    state = opened()
    seen, legal = tide.observation(state, 1), tide.legal(state, 1)
    assert choose(seen, legal, random.Random(5)) == choose(seen, legal, random.Random(5))


def test_a_game_without_a_player_of_its_own_is_played_at_random() -> None:
    chosen = {bots.choose("ludo", {}, ["a", "b"], random.Random(seed)) for seed in range(20)}
    assert chosen == {"a", "b"}


def test_the_bot_ends_above_a_random_opponent_far_more_often_than_not() -> None:
    result = bench(tide.SLUG, 3, games=12)
    assert result.pairwise >= 0.65, told(result)
    assert result.win_share > result.par
