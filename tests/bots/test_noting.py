"""Where the page remembers nothing, a bot knows what it can have noted, and no more."""

import random
from typing import Any

import pytest

from games.bots import levels
from games.catalogue.turn_the_tide import rules as turn_the_tide
from games.rules.base import Observation
from games.rules.registry import RULESETS
from tests.rules.test_imagining import positions

OPTIONS = [(3, {}), (4, {"taker_chooses": True}), (5, {"cascade": False})]


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_notes_of_all_that_lay_open_make_up_for_the_page(
    seats: int, options: dict[str, Any]
) -> None:
    rng, phases, sets = random.Random(f"noting {seats}"), set(), 0
    for number, (state, events) in enumerate(positions(turn_the_tide, seats, options, rng, 260)):
        if state.phase == "over" or number % 3:
            continue
        for seat in range(seats):
            seen: Observation = turn_the_tide.observation(state, seat)
            known: Observation = turn_the_tide.noted(turn_the_tide.without_memory(seen), events)
            truth, found = (each["you"].pop("known_sets") for each in (seen, known))
            assert all(one in truth for one in found)
            assert known == seen
            sets += len(found)
        phases.add(state.phase)
    assert sets > 0 or seats == 3, "where stages end early, sets are not played to the end"
    assert ("take" in phases) == bool(options.get("taker_chooses"))


def test_an_expert_searches_by_its_notes() -> None:
    rng = random.Random(5)
    course = positions(turn_the_tide, 3, {}, rng, 10_000)
    state, events = next((s, e) for s, e in course if s.stage == 2 and s.turn == 3)
    bare = turn_the_tide.without_memory(turn_the_tide.observation(state, 0))
    seen, legal = turn_the_tide.noted(bare, events), turn_the_tide.legal(state, 0)
    world = turn_the_tide.imagine(seen, events, rng)
    assert turn_the_tide.without_memory(turn_the_tide.observation(world, 0)) == bare
    assert [len(each["played"]) for each in seen["seats"]] == [2] * 3
    assert levels.answer("turn-the-tide", 8, seen, legal, events, rng).trace.startswith("searched")


def test_a_game_whose_page_leaves_something_out_has_notes() -> None:
    found = set()
    for slug, rules in RULESETS.items():
        without = getattr(rules, "without_memory", lambda seen: seen)
        course = positions(rules, rules.SEATS[0], {}, random.Random(slug), 60)
        if any(without(seen) != seen for seen in (rules.observation(s, 0) for s, _ in course)):
            found.add(slug)
    assert found == {slug for slug, rules in RULESETS.items() if hasattr(rules, "noted")}
