"""Paired worlds: what a seat may not know, changed, leaves what it sees the same to the byte."""

import json
import random
from typing import Any

import pytest

from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.rules.state import State
from tests.rules.driving import play
from tests.rules.turn_the_tide.hidden import other_world


def seen(state: State, seat: int | None) -> str:
    return json.dumps(tide.observation(state, seat), sort_keys=True)


@pytest.mark.parametrize("seats", tide.SEATS)
@pytest.mark.parametrize("options", [{}, {"taker_chooses": True}])
def test_what_a_seat_may_not_know_does_not_show(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(seats)
    game = play(tide, seats, options, rng)
    changed = 0
    for state in game.states:
        for seat in (None, *range(seats)):
            other = other_world(state, seat, rng)
            changed += other != state
            assert seen(other, seat) == seen(state, seat)
            assert repr(other) == repr(state)
    assert changed > len(game.states)


def test_a_seat_sees_its_cards_and_the_sets_that_it_held() -> None:
    game = play(tide, 4, {}, random.Random(2))
    first, third = game.states[1], next(state for state in game.states if state.stage == 3)
    for seat in range(4):
        you = tide.observation(third, seat)["you"]
        assert you["cards"] == sorted(third.cards[seat])
        known = {one["stage"]: one for one in you["known_sets"]}
        assert set(known) == {1, 2}
        assert tuple(known[1]["cards"]) == first.cards[seat]
        for one in known.values():
            assert tuple(one["cards"]) == third.cards[one["seat"]] + third.played[one["seat"]]


def test_a_spectator_sees_no_cards_at_all() -> None:
    state = play(tide, 3, {}, random.Random(1), most=4).state
    assert "you" not in tide.observation(state, None)
    assert {type(place["cards"]) for place in tide.observation(state, None)["seats"]} == {int}
