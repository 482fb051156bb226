"""What a newcomer is told, hand by hand, and that it ends."""

import random
from typing import Any

import pytest

from games.rules.registry import RULESETS, ruleset
from games.wording import Seating, wording
from games.wording.base import Fact
from tests.games.wording.observing import NAMES, seating, usual

HANDS = 300  # enough for the first deal of any game


def titles(facts: list[Fact]) -> list[str]:
    return [fact.label for fact in facts]


def test_the_first_hand_names_the_tides_and_my_belts() -> None:
    table = usual(stage=1, hand=1)
    lesson = wording("turn-the-tide").lessons(table, seating())
    assert len(lesson) == 4
    assert "takes the 4" in lesson[0].text
    assert "the second highest the 7" in lesson[0].text
    assert "You have 3" in lesson[1].text


def test_the_second_hand_knows_where_my_water_stands() -> None:
    lesson = wording("turn-the-tide").lessons(usual(stage=1, hand=2), seating())
    assert lesson[0].text.startswith("Your water stands at 6.")
    dry = wording("turn-the-tide").lessons(usual(stage=1, hand=2), seating(2))
    assert dry[0].text.startswith("You have taken no tide yet")


def test_nothing_is_explained_to_onlookers_nor_after_the_third_hand() -> None:
    lessons = wording("turn-the-tide").lessons
    assert lessons(usual(stage=1, hand=1), seating(None)) == []
    assert lessons(usual(stage=1, hand=4), seating()) == []
    assert lessons(usual(stage=2, hand=1), seating()) == []


def test_the_introduction_game_speaks_of_no_promotion() -> None:
    rules, words = ruleset("turning-tides"), wording("turning-tides")
    for introduction, taught in ((True, False), (False, True)):
        table = rules.observation(_begun("turning-tides", 2, {"introduction": introduction}), 0)
        lesson = words.lessons({**table, "turn": 3}, Seating(NAMES[:2], 0))
        assert ("Without a captain" in titles(lesson)) is taught


def test_the_introduction_game_has_its_own_goal() -> None:
    words, rules = wording("turning-tides"), ruleset("turning-tides")
    options = {"introduction": True, "introduction_goal": "or"}
    table = rules.observation(_begun("turning-tides", 2, options), 0)
    lesson = words.lessons({**table, "turn": 2}, Seating(NAMES[:2], 0))
    assert "Destroy a zone or remove the captain" in lesson[-1].text


@pytest.mark.parametrize(
    ("slug", "seats"), [(slug, n) for slug in RULESETS for n in ruleset(slug).SEATS]
)
def test_every_first_deal_is_explained_from_its_first_hand(slug: str, seats: int) -> None:
    met = _met(slug, seats)
    assert met[0], "the first hand explains itself"
    for lesson in met:
        assert len(lesson) <= 4
        assert all(fact.label and len(fact.text) <= 280 for fact in lesson), lesson


@pytest.mark.parametrize("slug", RULESETS)
def test_explaining_ends(slug: str) -> None:
    met = _met(slug, ruleset(slug).SEATS[0])
    assert len([lesson for lesson in met if lesson]) < len(met) / 2


def _begun(slug: str, seats: int, options: dict[str, Any]) -> object:
    rules = ruleset(slug)
    state = rules.start(seats, options)
    while (items := rules.shuffle_needed(state)) is not None:
        state = rules.shuffled(state, items)
    return state


def _met(slug: str, seats: int) -> list[list[Fact]]:
    """The lessons of seat 0 in each hand of a random game."""
    rules, chance, state = ruleset(slug), random.Random(4), _begun(slug, seats, {})
    found: list[list[Fact]] = []
    while rules.awaiting(state) and len(found) < HANDS:
        table = rules.observation(state, 0)
        found.append(wording(slug).lessons(table, Seating(NAMES[:seats], 0)))
        bids = {s: chance.choice(rules.legal(state, s)) for s in rules.awaiting(state)}
        state = rules.resolve(state, bids).state
        while (items := rules.shuffle_needed(state)) is not None:
            chance.shuffle(items)
            state = rules.shuffled(state, items)
    return found
