"""The last tricks of Rowboat are solved as by trying everything under the plain rules."""

import random

import pytest

pytest.importorskip("numpy")

import numpy as np

from games.bots.engine.rowboat import Table
from games.bots.engine.rowboat_course import CARDS, NO_CARD, NUMBER, Rows
from games.bots.engine.rowboat_deals import Deals
from games.bots.engine.rowboat_solver import solved
from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.imagining import Memory
from games.catalogue.rowboat.rules.state import Phase, State, won_by_side
from games.rules.base import Event
from tests.rules.rowboat.arranging import at_play
from tests.rules.test_imagining import positions


def rows_of(state: State) -> Rows:
    """The true cards of a state as the only world."""
    width = max(map(len, state.deal.cards))
    hands = np.full((1, state.seats, width), NO_CARD, dtype=np.int8)
    married = np.zeros((1, state.seats, width), dtype=bool)
    for seat, held in enumerate(state.deal.cards):
        hands[0, seat, : len(held)] = [NUMBER[card] for card in held]
        married[0, seat, : len(held)] = [card in state.deal.married[seat] for card in held]
    return Table(rowboat.observation(state, 0), []).laid(hands, married)


def tried(state: State, stage: int, won: list[int]) -> int:
    """The lead of the first side in tricks, if both sides play as well as can be."""
    if state.stage != stage or state.phase == Phase.OVER:
        return won[0] - won[1]
    (seat,) = rowboat.awaiting(state)
    found = []
    for answer in rowboat.legal(state, seat):
        after, events = rowboat.resolve(state, {seat: answer})
        taken = list(won)
        for event in events:
            if event.kind == "trick_won":
                taken[event.data["side"]] += event.data["count"]
        found.append(tried(after, stage, taken))
    return max(found) if seat % 2 == 0 else min(found)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_two_tricks(seats: int) -> None:
    rng, found = random.Random(seats), set()
    for state, _events in positions(rowboat, seats, {}, rng, 500):
        left = len(state.deal.tide) - len(state.deal.tricks)
        if state.phase == Phase.PLAY and left == 2 and len(state.deal.on_table) == seats // 3:
            value = solved(rows_of(state), 0, lambda rows, _: rows.won[:, 0] - rows.won[:, 1])
            assert value[0] == tried(state, state.stage, list(won_by_side(state)))
            found.add(int(value[0]))
    assert len(found) > 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deals_agree_with_what_was_seen(seats: int) -> None:
    """As `imagine` does: every card once, none that is gone, none of a suit not followed."""
    rng, chance, inferred = random.Random(seats), np.random.default_rng(seats), 0
    for number, (state, events) in enumerate(positions(rowboat, seats, {}, rng, 250)):
        if state.phase != Phase.PLAY or number % 5:
            continue
        seen = rowboat.observation(state, 0)
        table = Table(seen, events)
        hands = table.deals.hands(5, chance)
        married = table.deals.married(hands)
        for world in range(5):
            held = [[CARDS[c] for c in hand if c != NO_CARD] for hand in hands[world]]
            assert sorted(held[0]) == sorted(seen["you"]["cards"])
            assert list(map(len, held)) == seen["cards"]
            dealt = [card for cards in held for card in cards]
            assert len({*dealt, *seen["tide"], *table.memory.gone}) == (
                len(dealt) + len({*seen["tide"], *table.memory.gone})
            )
            for seat in range(1, seats):
                assert table.memory.agrees(seat, held[seat])
                bound = [CARDS[c] for c in hands[world, seat][married[world, seat]]]
                assert sorted(bound) == sorted(table.memory.married(seat, held[seat]))
                inferred += bool(table.memory.lacking.get(seat))
    assert inferred > 20


def test_a_card_saved_for_this_trick_is_gone_once_its_holder_has_answered() -> None:
    """Seat 1 did not follow suit, and may have saved 3s for the trick of 3m."""
    state = at_play("5s 3m 4o", "9s 8o 7o", "2w 4w 5w", "2s 6o 5o")
    events = [Event("tide_laid", {"stage": 1})]
    for number, card in enumerate(["9s", "2w", "2s", "8o", "4w"]):
        if number == 4:
            assert Memory(rowboat.observation(state, 2), events).may_hold(1, "3s")
        (seat,) = rowboat.awaiting(state)
        state, told = rowboat.resolve(state, {seat: f"play {card}"})
        events += told
    seen = rowboat.observation(state, 2)
    memory = Memory(seen, events)
    assert not memory.may_hold(1, "3s")
    assert memory.may_hold(1, "4w")
    assert not Deals(seen, memory).bound[1, NUMBER["3s"]]
