"""The expert of Turn the Tide in the last turn but one, where all hands and tides are known."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

pytest.importorskip("numpy")

import numpy as np

from games.bots import levels
from games.bots.engine.turn_the_tide import Game, _together
from games.bots.engine.turn_the_tide_turn import SLIP, LateTurn
from games.catalogue.turn_the_tide import rules
from games.catalogue.turn_the_tide.rules.state import State
from games.rules.base import Event

ASKS = 4


def late(
    seats: int, seed: int, turn: int = 11, **options: bool
) -> Iterator[tuple[State, list[Event]]]:
    """Games played at random up to there."""
    chance = random.Random(seed)
    for _game in range(12):
        state = rules.start(seats, options)
        events: list[Event] = []
        while rules.outcome(state) is None:
            if (items := rules.shuffle_needed(state)) is not None:
                state = rules.shuffled(state, chance.sample(items, len(items)))
                continue
            if (state.stage, state.turn) == (seats, turn):
                yield state, events
                break
            laid = {seat: chance.choice(rules.legal(state, seat)) for seat in rules.awaiting(state)}
            state, told = rules.resolve(state, laid)
            events += told


def share(state: State, seat: int) -> float:
    """This seat's share of the win once everybody lays the last card."""
    while (end := rules.outcome(state)) is None:
        laid = {each: rules.legal(state, each)[0] for each in rules.awaiting(state)}
        state = rules.resolve(state, laid).state
    return (seat in end.winners) / len(end.winners)


def payoffs(state: State, seat: int) -> dict[str, list[float]]:
    """By card of this seat: its share of the win against all that the others may lay."""
    others = [each for each in rules.awaiting(state) if each != seat]
    replies = [
        dict(zip(others, cards, strict=True))
        for cards in product(*(rules.legal(state, each) for each in others))
    ]
    return {
        card: [share(rules.resolve(state, {seat: card, **some}).state, seat) for some in replies]
        for card in rules.legal(state, seat)
    }


def never_better(state: State, seat: int) -> str | None:
    """The card that is never better than the other one, and sometimes worse."""
    (one, first), (two, second) = payoffs(state, seat).items()
    if first == second:
        return None
    if all(a >= b for a, b in zip(first, second, strict=True)):
        return two
    return one if all(a <= b for a, b in zip(first, second, strict=True)) else None


@pytest.mark.parametrize(("seats", "seed"), [(3, 4), (4, 7)])
def test_no_card_is_laid_that_is_never_better(seats: int, seed: int) -> None:
    found = 0
    for state, events in late(seats, seed):
        for seat in rules.awaiting(state):
            if (worse := never_better(state, seat)) is None:
                continue
            found += 1
            seen, legal = rules.observation(state, seat), rules.legal(state, seat)
            for ask in range(ASKS):
                chance = random.Random(ask)
                answer = levels.answer("turn-the-tide", 8, seen, legal, events, chance)
                assert answer.notation != worse
                assert answer.trace.startswith("searched")
    assert found > 1


def test_who_may_choose_takes_the_tide_that_serves_it() -> None:
    """In the last turn, in which the cards leave no other choice."""
    differ = 0
    for state, events in late(3, 1, turn=12, taker_chooses=True):
        if len(rules.awaiting(state)) < 3:
            continue
        game = Game(rules.observation(state, 0), events)
        found = _together(game, 1, 1, random.Random(1))[0, 0, 0]
        laid = {seat: rules.legal(state, seat)[0] for seat in range(3)}
        state = rules.resolve(state, laid).state
        (taker,) = rules.awaiting(state)
        ends = [rules.resolve(state, {taker: take}).state for take in rules.legal(state, taker)]
        shares = [[share(end, seat) for seat in range(3)] for end in ends]
        assert found[taker] == pytest.approx(max(by[taker] for by in shares), abs=0.01)
        differ += shares[0][taker] != shares[1][taker]
    assert differ


def test_cards_are_worth_what_laying_them_all_comes_to() -> None:
    chance = np.random.default_rng(1)
    joint = chance.random((1, 2, 2, 2, 3))
    turn = LateTurn(chance.permutation(60)[:6].reshape(1, 3, 2), np.ones(1), joint)
    mix = chance.dirichlet(np.ones(2), 3)
    slipping = (1 - SLIP) * mix + SLIP / 2
    by_hand = np.zeros((3, 2))
    for ranks in product(range(2), repeat=3):
        for player, rank in enumerate(ranks):
            others = np.delete(slipping[range(3), ranks], player).prod()
            by_hand[player, rank] += others * joint[(0, *ranks, player)]
    assert np.allclose(turn.values(mix), by_hand)
