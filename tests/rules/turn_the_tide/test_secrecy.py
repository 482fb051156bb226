"""Paired worlds: what a seat may not know, changed, leaves what it sees the same to the byte."""

import json
import random

import pytest

from games.rules import turn_the_tide as tide
from tests.rules.driving import play


def seen(state, seat):
    return json.dumps(tide.observation(state, seat), sort_keys=True)


def other_world(state, seat, rng):
    """The same table with what is hidden from this seat dealt anew (spectator: seat None).

    Cards that others hold are exchanged within one belt value, so that what the sets are
    publicly worth stays true; sets that the seat once held stay, as do the cards played; of
    the tide deck only what is still to come changes.
    """
    held = [list(cards) for cards in state.cards]
    free = [other for other in range(state.seats) if not _knows(state, seat, other)]
    renamed = _renaming([card for other in free for card in held[other]], rng)
    cards = tuple(tuple(sorted(renamed.get(card, card) for card in own)) for own in held)
    sets = tuple(tuple(renamed.get(card, card) for card in one) for one in state.sets)
    future = list(state.deck[2 * state.turn :])
    rng.shuffle(future)
    return state._replace(cards=cards, sets=sets, deck=state.deck[: 2 * state.turn] + tuple(future))


def _knows(state, seat, other):
    """Whether the seat holds, or in an earlier stage held, what the other now holds."""
    if seat is None:
        return False
    return (other - seat) % state.seats < state.stage


def _renaming(cards, rng):
    renamed = {}
    for value in (0, 1, 2):
        alike = [card for card in cards if _halves(card) == value]
        renamed.update(zip(alike, rng.sample(alike, len(alike)), strict=True))
    return renamed


def _halves(card):
    return 2 if 25 <= card <= 36 else int(13 <= card <= 48)


@pytest.mark.parametrize("seats", tide.SEATS)
@pytest.mark.parametrize("options", [{}, {"taker_chooses": True}])
def test_what_a_seat_may_not_know_does_not_show(seats, options):
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


def test_a_seat_sees_its_cards_and_the_sets_that_it_held():
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


def test_a_spectator_sees_no_cards_at_all():
    state = play(tide, 3, {}, random.Random(1), most=4).state
    assert "you" not in tide.observation(state, None)
    assert {type(place["cards"]) for place in tide.observation(state, None)["seats"]} == {int}
