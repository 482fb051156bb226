"""Paired worlds: what a seat may not know, changed, leaves what it sees the same to the byte."""

import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.rules.state import State
from games.rules.base import Event
from tests.rules.driving import play
from tests.rules.test_imagining import positions
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


@pytest.mark.parametrize("seats", tide.SEATS)
def test_everybody_sees_what_was_played_of_a_set_in_earlier_stages_and_no_more(seats: int) -> None:
    stages = set()
    for state, events in positions(tide, seats, {}, random.Random(seats), 10_000):
        played = laid_open(events)
        for seat, place in enumerate(tide.observation(state, None)["seats"]):
            holders = [(at, (seat - state.stage + at) % seats) for at in range(1, state.stage)]
            earlier = sorted({card for holder in holders for card in played[holder]})
            assert place.get("seen_before", []) == earlier
            assert set(earlier) <= {*state.cards[seat], *state.played[seat]}
            stages.add((state.stage, bool(earlier)))
        for seat in range(seats):
            public = {**tide.observation(state, seat)}
            del public["you"]
            assert public == tide.observation(state, None)
    assert stages == {(stage, stage > 1) for stage in range(1, seats + 1)}


def laid_open(events: Sequence[Event]) -> Mapping[tuple[int, int], list[int]]:
    """The cards played, by stage and seat."""
    played: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    stage = 0
    for event in events:
        if event.kind == "turned_up":
            stage = event.data["stage"]
        elif event.kind == "played":
            for seat, card in event.data["bids"].items():
                played[stage, int(seat)].append(card)
    return played


def test_a_game_that_was_kept_before_earlier_stages_were_noted_goes_on() -> None:
    game = play(tide, 3, {}, random.Random(2))
    kept = tide.dump(next(state for state in game.states if state.stage == 2 and state.deck))
    kept["sets"] = kept["sets"][:3]
    state, played = tide.load(kept), set()
    while state.stage == 2:
        assert not any("seen_before" in place for place in tide.observation(state, 0)["seats"])
        bids = {seat: tide.legal(state, seat)[0] for seat in tide.awaiting(state)}
        played |= {int(bid) for bid in bids.values()}
        state, _events = tide.resolve(state, bids)
    places = tide.observation(state, 0)["seats"]
    assert played == {card for place in places for card in place["seen_before"]}


def test_a_spectator_sees_no_cards_at_all() -> None:
    state = play(tide, 3, {}, random.Random(1), most=4).state
    assert "you" not in tide.observation(state, None)
    assert {type(place["cards"]) for place in tide.observation(state, None)["seats"]} == {int}
