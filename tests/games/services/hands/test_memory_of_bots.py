"""What bots that search remember of the hands before."""

from typing import Any

import pytest

from games.rules.base import Ruleset, State
from games.services.hands import asides, bot_thinking
from tests.games.fast_forward import fast_forward, played_on
from tests.games.making import people, running, user_at

pytestmark = pytest.mark.django_db


def test_they_remember_how_a_stage_began_if_somebody_lit_the_lighthouse_first() -> None:
    """Where its dealer has no Moon left, the Tide is told with the first act of a stage."""
    game = running(people(2), ruleset="rowboat")
    stage = next(each.number for each in played_on(game, highest) if _untold_bid(each.state))
    game = fast_forward(game, stage, highest)
    before = len(bot_thinking.memory_of(game))
    asides.do_aside(user_at(game, 0), game.code, "lighthouse")
    told = [event.kind for event in bot_thinking.memory_of(game)[before:]]
    assert told == ["tide_laid", "stage_dealt", "looked"]


def highest(rules: Ruleset, state: State, seat: int) -> str:
    return rules.ranked(state, seat)[-1]


def _untold_bid(state: Any) -> bool:
    return bool(state.deal.untold and state.phase == "bid")
