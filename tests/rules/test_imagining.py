"""What a seat imagines agrees with all that it sees, and with what it remembers."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.catalogue.turning_tides import rules as turning_tides
from games.rules.base import Event, Ruleset
from tests.rules.driving import _answered, random_aside, random_bids

GAMES = [
    (turn_the_tide, 3, {}),
    (turn_the_tide, 4, {"taker_chooses": True}),
    (turn_the_tide, 5, {"cascade": False}),
    (rowboat, 2, {}),
    (rowboat, 3, {"misplays": True}),
    (rowboat, 4, {}),
    (rowboat, 2, {"novice": True}),
    (turning_tides, 2, {}),
    (turning_tides, 2, {"introduction": True}),
]


def positions(
    rules: Ruleset, seats: int, options: dict[str, Any], rng: random.Random, most: int
) -> Iterator[tuple[Any, list[Event]]]:
    """States of a random game with the events before each."""
    state: Any = rules.start(seats, options)
    events: list[Event] = []
    for _ in range(most):
        yield state, events
        if rules.outcome(state) is not None:
            return
        if (items := rules.shuffle_needed(state)) is not None:
            state = rules.shuffled(state, rng.sample(items, len(items)))
            continue
        aside = rng.random() < 0.02 and random_aside(rules, state, seats, rng)
        state, news = _answered(rules, state, aside or random_bids(rules, state, rng))
        events.extend(news)


def agrees(rules: Any, state: Any, seat: int, memory: Sequence[Event], rng: random.Random) -> None:
    seen = rules.observation(state, seat)
    world = rules.imagine(seen, memory, rng)
    assert rules.observation(world, seat) == seen
    assert rules.awaiting(world) == rules.awaiting(state)
    assert rules.load(rules.dump(world)) == world


@pytest.mark.parametrize(("rules", "seats", "options"), GAMES)
def test_a_world_looks_as_what_was_seen(rules: Any, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"{rules.SLUG} {seats}")
    for _ in range(2):
        for number, (state, events) in enumerate(positions(rules, seats, options, rng, 260)):
            if number % 3 == 0 or rules.outcome(state):
                memory = events if rng.random() < 0.7 else []
                agrees(rules, state, rng.randrange(seats), memory, rng)


@pytest.mark.parametrize(("rules", "seats"), [(turn_the_tide, 4), (rowboat, 3), (turning_tides, 2)])
def test_a_world_can_be_played_to_its_end(rules: Any, seats: int) -> None:
    rng = random.Random(4)
    for number, (state, events) in enumerate(positions(rules, seats, {}, rng, 60)):
        if number % 20 == 3:
            world = rules.imagine(rules.observation(state, 0), events, rng)
            *_, last = positions_from(rules, world, rng)
            assert rules.outcome(last) is not None or rules.position(last).hand


def positions_from(
    rules: Ruleset, state: Any, rng: random.Random, most: int = 120
) -> Iterator[Any]:
    for _ in range(most):
        yield state
        if rules.outcome(state) is not None:
            return
        if (items := rules.shuffle_needed(state)) is not None:
            state = rules.shuffled(state, rng.sample(items, len(items)))
        else:
            state = rules.resolve(state, random_bids(rules, state, rng)).state


def test_who_remembers_knows_cards_of_earlier_stages() -> None:
    rng = random.Random(7)
    course = positions(turn_the_tide, 4, {}, rng, 10_000)
    state, events = next((s, e) for s, e in course if s.stage == 2 and s.phase == "bid")
    seen = turn_the_tide.observation(state, 0)
    world = turn_the_tide.imagine(seen, events, rng)
    shown = {c for e in events if e.kind == "played" for c in e.data["bids"].values()}
    for true, imagined in zip(state.sets, world.sets, strict=True):
        assert set(true) & shown == set(imagined) & shown


def test_who_did_not_follow_is_dealt_none_of_that_suit() -> None:
    rng = random.Random(3)
    seen_lacking = 0
    for state, events in positions(rowboat, 2, {}, rng, 600):
        if state.phase != "play":
            continue
        memory = rowboat.imagining.Memory(rowboat.observation(state, 0), events)
        world = rowboat.imagine(rowboat.observation(state, 0), events, rng)
        assert memory.agrees(1, state.deal.cards[1]), "the truth must agree with what is inferred"
        assert memory.agrees(1, world.deal.cards[1])
        assert set(state.deal.married[1]) <= set(memory.married(1, state.deal.cards[1]))
        seen_lacking += bool(memory.lacking.get(1))
    assert seen_lacking > 5
