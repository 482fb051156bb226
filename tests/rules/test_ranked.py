"""Every ruleset lists its legal bids from lowest to highest, for who misses a hand."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.base import Ruleset
from games.rules.registry import RULESETS


def some_states(rules: Ruleset, seats: int, rng: random.Random, hands: int = 80) -> Iterator[Any]:
    """The states of one random game, as long as it runs or `hands` last."""
    state = rules.start(seats, {})
    while rules.outcome(state) is None and hands:
        items = rules.shuffle_needed(state)
        if items is not None:
            state = rules.shuffled(state, rng.sample(items, len(items)))
            continue
        yield state
        hands -= 1
        bids = {seat: rng.choice(rules.legal(state, seat)) for seat in rules.awaiting(state)}
        state = rules.resolve(state, bids).state


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_ranked_is_an_order_of_what_is_legal(slug: str) -> None:
    rules = RULESETS[slug]
    for seats in rules.SEATS:
        for state in some_states(rules, seats, random.Random(seats)):
            for seat in range(seats):
                assert sorted(rules.ranked(state, seat)) == rules.legal(state, seat)


def test_turn_the_tide_ranks_by_number() -> None:
    rules = RULESETS["turn-the-tide"]
    state = next(some_states(rules, 3, random.Random(1)))
    ranked = [int(card) for card in rules.ranked(state, 0)]

    assert ranked == sorted(ranked)


def test_rowboat_ranks_by_value_and_keeps_the_rowboat_for_last() -> None:
    rules = RULESETS["rowboat"]
    plays = [
        rules.ranked(state, rules.awaiting(state)[0])
        for state in some_states(rules, 2, random.Random(3))
        if rules.position(state).phase == "play"
    ]

    assert any(ranked[-1] == "play rowboat" for ranked in plays)
    assert all("play rowboat" not in ranked[:-1] for ranked in plays)


def test_turning_tides_waits_lowest() -> None:
    rules = RULESETS["turning-tides"]
    state = next(some_states(rules, 2, random.Random(3)))

    assert rules.ranked(state, 0)[0] == "wait"
