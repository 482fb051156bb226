"""The player of Rowboat: always proper, sees only its table, better than chance."""

import copy
import random
from dataclasses import replace
from typing import Any

import pytest

from games import bots
from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.bot import choose
from games.catalogue.rowboat.rules.state import State
from tests.bench.bots import bench, told
from tests.rules.rowboat.arranging import answered, at_play, dealt, played, without_moon

EXAMPLE = "3m 7w Ms Ss 8w 5m 3w 8o"


def chosen(state: State, seed: int = 1) -> str:
    (seat,) = rowboat.awaiting(state)
    seen = rowboat.observation(state, seat)
    return choose(seen, rowboat.legal(state, seat), random.Random(seed))


@pytest.mark.parametrize("seats", rowboat.SEATS)
@pytest.mark.parametrize("options", [{}, {"novice": True}, {"misplays": True}])
def test_the_bot_answers_properly_through_a_whole_game(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(seats)
    state = rowboat.start(seats, options)
    while rowboat.outcome(state) is None:
        if items := rowboat.shuffle_needed(state):
            state = rowboat.shuffled(state, rng.sample(items, len(items)))
        else:
            state, _ = rowboat.resolve(state, bids(state, rng))
        assert sum(state.deal.misplays) == 0


def bids(state: State, rng: random.Random) -> dict[int, str]:
    """Every awaited seat answers through the bot, and what it saw stays as it was."""
    given = {}
    for seat in rowboat.awaiting(state):
        seen = rowboat.observation(state, seat)
        kept = copy.deepcopy(seen)
        given[seat] = bots.choose(rowboat.SLUG, seen, rowboat.legal(state, seat), rng)
        assert seen == kept
    return given


def test_strong_cards_make_a_higher_bid() -> None:
    weak = without_moon(dealt(2, f"{EXAMPLE} Ao 9o 2o Ds As 9m 2s Dw Aw Mw 4o Do 4s Mo 6s 9s"))
    strong = without_moon(dealt(2, f"{EXAMPLE} Wm 2o Ww Ao Ws 4o 3s As 7o 2s Mm 4s Sm Aw 5s 6o"))
    assert int(chosen(strong).split()[1]) >= int(chosen(weak).split()[1]) + 3


def test_it_bids_no_more_than_the_target_asks_for() -> None:
    strong = without_moon(dealt(2, f"{EXAMPLE} Wm 2o Ww Ao Ws 4o 3s As 7o 2s Mm 4s Sm Aw 5s 6o"))
    sides = (strong.sides[0], replace(strong.sides[1], score=180))
    assert chosen(replace(strong, sides=sides)) == "bid 2"


def test_it_wins_with_the_cheapest_card_when_it_plays_last() -> None:
    state = played(at_play("3m 4w 5s 6w", "9o Ao 2o 4o", "Do Wo Sw 2w"), "9o")
    assert chosen(state) == "play Do"


def test_it_loses_its_strong_card_where_it_wants_no_trick() -> None:
    state = at_play("3m 4o 5m", "Wo Ao 2o", "Mo 2s Aw", bids=(1, 0))
    assert chosen(played(state, "Wo")) == "play Mo"


def test_it_keeps_the_rowboat_while_cards_will_do_and_rows_when_they_will_not() -> None:
    tide = "3m 4m 5m"
    assert chosen(at_play(tide, "Wm Sm Mm", "Ao 2o Aw", bids=(2, 1))) != "play rowboat"
    assert chosen(at_play(tide, "As 2w 6w", "Wm Sm Mm", bids=(1, 1))) == "play rowboat"


def test_a_moon_for_the_end_of_the_game() -> None:
    state = dealt(2, EXAMPLE)
    ahead = (replace(state.sides[0], score=180), state.sides[1])
    behind = (state.sides[0], replace(state.sides[1], score=190))
    assert chosen(state) == "no moon"
    assert chosen(replace(state, sides=ahead)) == "moon 4"
    assert chosen(replace(state, sides=behind)) == "moon 12"


def test_the_same_chance_gives_the_same_answer() -> None:
    state = answered(dealt(2, EXAMPLE), "no moon")
    assert chosen(state, 5) == chosen(state, 5)


@pytest.mark.parametrize(("seats", "least"), [(2, 0.65), (3, 0.5), (4, 0.65)])
def test_the_bot_wins_far_more_often_than_chance(seats: int, least: float) -> None:
    result = bench(rowboat.SLUG, seats, games=12)
    assert result.win_share >= least, told(result)
