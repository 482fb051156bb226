"""One turn of Turn the Tide as a game of its own: what cards are worth, and mixtures that agree."""

from itertools import product

import numpy as np
import pytest

from games.bots.engine.tide import _chosen
from games.bots.engine.tide_turn import Turn


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
    mix = np.random.default_rng(1).dirichlet(np.ones(one.ranks), one.players)
    assert np.allclose(one.values(mix), by_hand(one, mix))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_has_a_much_better_answer_to_the_mixtures_found(players: int) -> None:
    one = turn(players, ranks=6)
    mix = one.solved(400)
    values = one.values(mix)
    gained = values.max(1) - (mix * values).sum(1)
    assert gained.max() < 0.03 * np.ptp(values, axis=1).max()


def test_where_the_highest_bidder_chooses_it_takes_what_it_likes_better() -> None:
    table = np.zeros((3, 3, 3))
    table[0, 0, 1], table[0, 1, 0] = 0.2, 0.7  # the first likes the higher tide
    table[1, 0, 1], table[1, 1, 0] = 0.6, 0.3
    found = _chosen(table)
    assert (found[0, 0, 1], found[1, 0, 1]) == (0.7, 0.3)
    assert (found[0, 1, 0], found[1, 1, 0]) == (0.2, 0.6)
    assert (found[0, 2, 1], found[0, 1, 2]) == (0, 0)
