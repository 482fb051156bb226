"""Random games run to their end, and the numbers of cards and stages are right all the way."""

import json
import random
from typing import Any

import pytest

from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.rules.state import belt_count
from games.rules.registry import ruleset
from tests.narrowing import not_none
from tests.rules.driving import play

OPTIONS = [{}, {"cascade": False}, {"taker_chooses": True}]


def test_the_registry_knows_the_game() -> None:
    assert ruleset("turn-the-tide") is tide


@pytest.mark.parametrize("seats", tide.SEATS)
@pytest.mark.parametrize("options", OPTIONS)
def test_a_game_has_as_many_stages_as_seats(seats: int, options: dict[str, Any]) -> None:
    for seed in range(20):
        game = play(tide, seats, options, random.Random(seed))
        assert len(game.shuffles) == 1 + seats
        assert len(game.state.history) == seats
        assert tide.awaiting(game.state) == ()
        end = not_none(tide.outcome(game.state))
        assert end.winners == tuple(
            seat for seat in range(seats) if end.scores[seat] == max(end.scores)
        )


@pytest.mark.parametrize("seats", tide.SEATS)
@pytest.mark.parametrize("options", OPTIONS)
def test_cards_and_belts_are_conserved_in_every_state(seats: int, options: dict[str, Any]) -> None:
    game = play(tide, seats, options, random.Random(seats))
    for state in game.states:
        held = sorted(c for seat in range(seats) for c in state.cards[seat] + state.played[seat])
        assert held == sorted(card for one in state.sets for card in one)
        assert len(set(held)) == 12 * seats
        assert sum(belt_count(one) for one in state.sets) <= 24
        for seat in range(seats):
            own = state.cards[seat] + state.played[seat]
            assert 0 <= state.belts[seat] <= belt_count(own)


@pytest.mark.parametrize("seats", tide.SEATS)
def test_dump_and_load_bring_every_state_back_through_json(seats: int) -> None:
    game = play(tide, seats, {"taker_chooses": True}, random.Random(7))
    for state in game.states:
        assert tide.load(json.loads(json.dumps(tide.dump(state)))) == state


def test_nothing_hidden_is_in_the_printed_form_of_a_state() -> None:
    state = tide.shuffled(tide.start(3, {}), list(range(1, 61)))
    assert repr(state) == repr(tide.shuffled(tide.start(3, {}), _swapped()))


def _swapped() -> list[int]:
    """Seat 0 gets 60 for 1: neither carries a belt, so nothing that is public differs."""
    return [60, *range(2, 60), 1]
