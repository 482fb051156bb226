"""One turn of Turn the Tide as a game of its own: what cards are worth, and mixtures that agree."""

import random
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from games.bots.engine.turn_the_tide import Game, _cards, _chosen, _places
from games.bots.engine.turn_the_tide_course import Course
from games.bots.engine.turn_the_tide_turn import Turn
from games.catalogue.turn_the_tide import rules


def turn(players: int, ranks: int = 3) -> Turn:
    chance = np.random.default_rng(players)
    hands = [chance.permutation(60)[: players * ranks].reshape(players, ranks) for _ in range(2)]
    return Turn(
        cards=np.sort(hands, 2),
        weights=np.array([0.25, 0.75]),
        worth=chance.random((players,) * 3),
        spent=chance.random((players, ranks)),
    )


def by_hand(a: Turn, mix: np.ndarray) -> np.ndarray:
    """What each card is worth, by laying every card of everybody against every other."""
    found = a.spent.copy()
    for world, ranks in product(range(len(a.cards)), product(range(a.ranks), repeat=a.players)):
        laid = a.cards[world, range(a.players), ranks]
        low, high = laid.argsort()[::-1][:2]
        chances = mix[range(a.players), ranks]
        for player, rank in enumerate(ranks):
            others = np.delete(chances, player).prod()
            found[player, rank] += a.weights[world] * others * a.worth[player, low, high]
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_are_worth_what_laying_them_all_comes_to(players: int) -> None:
    one = turn(players)
    mixes = np.random.default_rng(1).dirichlet(np.ones(one.ranks), (2, one.players))
    assert np.allclose(one.values(mixes[0]), by_hand(one, mixes[0]))
    second = replace(one, weights=np.array([0, 1]))
    assert np.allclose(one.by_world(mixes)[1], by_hand(second, mixes[1]))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_has_a_much_better_answer_to_the_mixtures_found(players: int) -> None:
    """The first player has none for all worlds together, the others have none in any world."""
    one = turn(players, ranks=6)
    mix = one.solved(400, 0)
    assert (mix[0, 0] == mix[1, 0]).all()
    assert (mix[0, 1:] != mix[1, 1:]).any()
    by_world, mean = one.by_world(mix), one.values(mix)
    gained = by_world[:, 1:].max(2) - (mix * by_world)[:, 1:].sum(2)
    assert gained.max() < 0.03 * np.ptp(by_world, axis=2).max()
    assert mean[0].max() - mix[0, 0] @ mean[0] < 0.03 * np.ptp(mean[0])


def test_where_the_highest_bidder_chooses_it_takes_what_it_likes_better() -> None:
    table = np.zeros((3, 3, 3))
    table[0, 0, 1], table[0, 1, 0] = 0.2, 0.7  # the first likes the higher tide
    table[1, 0, 1], table[1, 1, 0] = 0.6, 0.3
    found = _chosen(table)
    assert (found[0, 0, 1], found[1, 0, 1]) == (0.7, 0.3)
    assert (found[0, 1, 0], found[1, 1, 0]) == (0.2, 0.6)
    assert (found[0, 2, 1], found[0, 1, 2]) == (0, 0)


def courses(worlds: int) -> list[Course]:
    """The same worlds twice."""
    state = rules.start(4, {})
    chance = random.Random(3)
    while (items := rules.shuffle_needed(state)) is not None:
        state = rules.shuffled(state, chance.sample(items, len(items)))
    game = Game(rules.observation(state, 0), [])
    return [game.courses(worlds, 1, random.Random(4)) for _ in range(2)]


def test_a_stage_ends_the_same_with_empty_places_dropped() -> None:
    plain, shedding = courses(50)
    chance = np.random.default_rng(5)
    while plain.live.any():
        ranks = chance.integers(plain.turns_left, size=plain.tides.shape)
        shedding.shed()
        for course in (plain, shedding):
            course.play(_places(course.held, ranks))
        for name in ("tides", "belts", "out", "live"):
            assert (getattr(plain, name) == getattr(shedding, name)).all()
        first, again = (
            (course.odds()[0] * (course.held & ~course.out[:, :, None])).sum((1, 2))
            for course in (plain, shedding)
        )
        assert np.allclose(first, again)
    assert shedding.hands.shape[2] < plain.hands.shape[2]


def test_of_equally_frequent_hands_any_are_taken() -> None:
    """In the first stage all are; the last ones in their order have high cards at one seat."""
    worlds = np.arange(1, 61).reshape(60, 1, 1)
    course: Any = SimpleNamespace(hands=worlds, held=np.ones_like(worlds, dtype=bool))
    taken: set[int] = set()
    for seed in range(20):
        chance = np.random.default_rng(seed)
        cards, shares = _cards(course, 1, np.array([0]), 1, chance)
        assert shares.tolist() == [1 / len(cards)] * len(cards)
        taken |= set(cards.flatten().tolist())
    assert len(taken) > 40


def test_frequent_hands_come_before_rare_ones() -> None:
    worlds = np.array([7] * 5 + [9] * 3 + list(range(20, 40))).reshape(-1, 1, 1)
    course: Any = SimpleNamespace(hands=worlds, held=np.ones_like(worlds, dtype=bool))
    cards, _ = _cards(course, 1, np.array([0]), 1, np.random.default_rng(1))
    assert cards.flatten().tolist()[:2] == [7, 9]
