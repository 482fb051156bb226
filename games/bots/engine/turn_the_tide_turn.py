"""One turn of Turn the Tide as a game of its own.

A turn is decided by who takes the lower tide and who the higher one, and by what each spends on it.
What every such end is worth to each player is found by playing stages on; from it follows,
exactly and at once, what each card is worth against mixtures of the others, and so
mixtures that answer to one another (regret matching).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.bots.engine.turn_the_tide_course import Array


@dataclass
class Turn:
    """Players by number, cards by rank: the lowest that a player holds, the second …"""

    cards: Array  # (worlds, players, ranks), all different within a world
    weights: Array  # (worlds), 1 together
    worth: Array  # (player, taker of the lower tide, taker of the higher one)
    spent: Array  # (players, ranks): what it is worth to have spent this card

    @property
    def players(self) -> int:
        return int(self.cards.shape[1])

    @property
    def ranks(self) -> int:
        return int(self.cards.shape[2])

    @cached_property
    def _order(self) -> Array:
        """All cards of a world from the lowest, as player times ranks plus rank."""
        return self.cards.reshape(len(self.cards), -1).argsort(1)

    @cached_property
    def _owner(self) -> Array:
        return self._order // self.ranks

    @cached_property
    def _whose(self) -> Array:
        """(worlds, players, cards): is this card that player's?"""
        return self._owner[:, None] == np.arange(self.players)[:, None]

    @cached_property
    def _but(self) -> Array:
        """(a, b, player): all but these two."""
        count = self.players
        a, b, c = np.ogrid[:count, :count, :count]
        return ((a != c) & (b != c))[None, ..., None]

    @cached_property
    def _coefficients(self) -> tuple[Array, Array, Array]:
        """Of winning before a card, of another before this card, of others above one."""
        all_players, owner = np.arange(self.players), self._owner
        first = self.worth[all_players[:, None], all_players[:, None], owner[:, None]]
        second = self.worth[owner[:, None], all_players[:, None], owner[:, None]]
        below = self.worth[
            all_players[:, None, None], all_players[:, None], owner[:, None, None]
        ]  # fmt: skip
        mine, apart = self._whose, ~np.eye(self.players, dtype=bool)[None, :, :, None]
        below = below * apart * ~mine[:, None] * ~mine[:, :, None]
        return first * ~mine, second * ~mine, below

    def values(self, mix: Array) -> Array:
        """What each card is worth to its player (players, ranks) against these mixtures."""
        mean: Array = (self._weights * self.by_world(mix)).sum(0)
        return mean

    @property
    def _weights(self) -> Array:
        return self.weights[:, None, None]

    def by_world(self, mix: Array) -> Array:
        """The same (worlds, players, ranks) in each world; mixtures may be by world as well."""
        first, second, below = self._coefficients
        mix = np.broadcast_to(mix, self.cards.shape).reshape(self._order.shape)
        chance = np.take_along_axis(mix, self._order, 1)
        under = (chance[:, None] * self._whose).cumsum(2)
        over = np.maximum(1 - under, 0)
        lower = np.where(self._whose, 1, under)[:, None, None]
        rest = np.where(self._but, lower, 1).prod(3)  # all but two are lower
        alone = rest[:, range(self.players), range(self.players)]
        wins = (first * alone * chance[:, None]).cumsum(2)
        loses = (below * over[:, None] * rest).sum(2) * chance[:, None]
        loses = loses[:, :, ::-1].cumsum(2)[:, :, ::-1]
        found = ((wins + loses) * self._whose + second * over * alone).sum(1)
        by_rank = np.empty_like(found)
        np.put_along_axis(by_rank, self._order, found, 1)
        return by_rank.reshape(self.cards.shape) + self.spent

    def solved(self, steps: int, player: int) -> Array:
        """Mixtures that answer to one another (worlds, players, ranks), the later steps counting
        more: the others play each hand that they may hold in a way of its own, this player plays
        alike in all worlds."""
        regrets = np.zeros(self.cards.shape)
        total = np.zeros_like(regrets)
        for step in range(steps):
            mix = _by_regret(regrets)
            values = self.by_world(mix)
            values[:, player] = (self._weights * values)[:, player].sum(0)
            regrets = np.maximum(regrets + values - (mix * values).sum(2, keepdims=True), 0)
            total += step * mix
        return total / total.sum(2, keepdims=True)


def _by_regret(regrets: Array) -> Array:
    total = regrets.sum(2, keepdims=True)
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / regrets.shape[2])
