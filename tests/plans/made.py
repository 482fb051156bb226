"""Plans made up, and positions of every game, for tests of the language."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from games.catalogue.turning_tides.plan_vocabulary import DOES
from games.plans import vocabulary_of
from games.plans.evaluating import SeenHand
from games.plans.plan_tree import AllOf, Answer, AnyOf, Condition, Kind, Not, Op, Option, Plan, Test
from games.plans.vocabulary import Vocabulary
from games.rules.registry import RULESETS
from tests.all_games import SMALLEST
from tests.rules.driving import play

SLUGS = tuple(SMALLEST)
RANKS = [Kind.ASK, Kind.LOWEST, Kind.MEDIAN, Kind.HIGHEST, Kind.ONLY]
COMPARED = [Op.IS, Op.LEAST, Op.MOST, Op.MORE, Op.LESS, Op.RANGE]
OPTIONS = {"turn-the-tide": {"taker_chooses": True}, "rowboat": {"misplays": True}}
SEATS = {**SMALLEST, "rowboat": 4}


def hands(slug: str, seed: int) -> Iterator[tuple[int, SeenHand]]:
    """Each hand of a game that is played at random, as each awaited seat is asked."""
    rules = RULESETS[slug]
    game = play(rules, SEATS[slug], OPTIONS.get(slug, {}), random.Random(seed), most=90)
    for state in game.states:
        for seat in rules.awaiting(state):
            yield (
                seat,
                SeenHand(
                    rules.observation(state, seat),
                    rules.legal(state, seat),
                    rules.ranked(state, seat),
                ),
            )


@cache
def some_hands(slug: str) -> list[SeenHand]:
    """Hands of several games."""
    return [asked for seed in range(2) for _seat, asked in hands(slug, seed)]


@cache
def notations(slug: str) -> list[tuple[str, str]]:
    """Answers of this game with what may follow them."""
    found = {(notation, "") for asked in some_hands(slug) for notation in asked.legal}
    if slug == "turning-tides":
        found |= {
            ("fire", "from 5"),
            ("swing", "from 4"),
            ("navigate", "back"),
            ("fire", "promote 2"),
        }
        assert all(card in DOES for card, follow in found if follow)
    return sorted(found)


@cache
def answers(slug: str) -> st.SearchStrategy[Answer]:
    named = st.sampled_from(notations(slug)).map(lambda pair: Answer(Kind.SAY, *pair))
    return st.one_of(st.sampled_from(RANKS).map(Answer), named)


def tests_of(words: Vocabulary) -> st.SearchStrategy[Condition]:
    numbers = [fact.name for fact in words.facts if fact.number]
    bounds = st.one_of(st.integers(0, 60), st.sampled_from(numbers))

    def of(fact: Any) -> st.SearchStrategy[Test]:
        if fact.flag:
            return st.just(Test(fact.name))
        if fact.words:
            return st.sampled_from(fact.words).map(lambda word: Test(fact.name, Op.IS, word))
        ranges = st.builds(Test, st.just(fact.name), st.just(Op.RANGE), bounds, bounds)
        simple = st.builds(Test, st.just(fact.name), st.sampled_from(COMPARED[:-1]), bounds)
        return st.one_of(simple, ranges)

    return st.sampled_from(words.facts).flatmap(of)


def conditions(words: Vocabulary) -> st.SearchStrategy[Condition]:
    def wider(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(inner.map(Not), several.map(AllOf), several.map(AnyOf))

    return st.recursive(tests_of(words), wider, max_leaves=6).filter(lambda made: depth(made) <= 8)


def depth(condition: Condition) -> int:
    match condition:
        case Not(part):
            return 1 + depth(part)
        case AllOf(parts) | AnyOf(parts):
            return 1 + max(map(depth, parts))
    return 0


@cache
def plans(slug: str) -> st.SearchStrategy[Plan]:
    """Any plan that the language can say of this game, within its bounds."""
    words = vocabulary_of(slug)
    options = st.builds(Option, answers(slug))
    if words.facts:
        options = st.one_of(options, st.builds(Option, answers(slug), conditions(words)))
    choices = st.lists(options, min_size=1, max_size=3).map(tuple)
    return st.builds(
        Plan,
        st.lists(choices, max_size=4).map(tuple),
        st.lists(choices, max_size=4).map(tuple),
    )
