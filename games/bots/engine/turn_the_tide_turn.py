"""One turn of Turn the Tide as a game of its own.

A turn is decided by who takes the lower tide, who the higher one, and what everybody spends. The
worth of each such end to each player is found by playing stages on. From that follow, exactly and
fast, the worth of each card against the others' mixtures, and so mixtures that are good replies to
one another (regret matching). Near the end of a stage the worth of all that everybody may lay
together is found instead.

Players are numbered, and cards are ranks: a player's lowest, the second lowest, …
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.bots.engine.turn_the_tide_course import Array

SLIP = 0.05  # share of random cards assumed of others, so that a dominated card loses a little


@dataclass
class Mixtures(ABC):
    """A turn in which the worth of each card depends on the others' mixtures."""

    cards: Array  # (worlds, players, ranks), all different within a world
    weights: Array  # (worlds); sum to 1

    @property
    def players(self) -> int:
        return int(self.cards.shape[1])

    @property
    def ranks(self) -> int:
        return int(self.cards.shape[2])

    @abstractmethod
    def by_world(self, mix: Array) -> Array:
        """The worth of each card in each world (worlds, players, ranks); mixtures may differ by
        world.
        """

    def values(self, mix: Array) -> Array:
        """The worth of each card to its player (players, ranks) against these mixtures."""
        mean: Array = (self._weights * self.by_world(mix)).sum(0)
        return mean

    @property
    def _weights(self) -> Array:
        return self.weights[:, None, None]

    def solved(self, steps: int, player: int) -> Array:
        """Mixtures that are good replies to one another (worlds, players, ranks).

        Later steps count more. `player` plays alike in all worlds, the others according to their
        hands.
        """
        regrets = np.zeros(self.cards.shape)
        total = np.zeros_like(regrets)
        for step in range(steps):
            mix = _by_regret(regrets)
            values = self.by_world(mix)
            values[:, player] = (self._weights * values)[:, player].sum(0)
            regrets = np.maximum(regrets + values - (mix * values).sum(2, keepdims=True), 0)
            total += step * mix
        return total / total.sum(2, keepdims=True)


@dataclass
class LateTurn(Mixtures):
    """A turn with few cards left: the value of every combination of cards is known."""

    joint: Array  # (worlds, rank of each player, …, player)

    def by_world(self, mix: Array) -> Array:
        mix = (1 - SLIP) * np.broadcast_to(mix, self.cards.shape) + SLIP / self.ranks
        axes = "abcde"[: self.players]
        found = np.empty(self.cards.shape)
        for player, axis in enumerate(axes):
            others = [other for other in range(self.players) if other != player]
            terms = ",".join([f"w{axes}", *(f"w{axes[other]}" for other in others)])
            mixes = (mix[:, other] for other in others)
            found[:, player] = np.einsum(f"{terms}->w{axis}", self.joint[..., player], *mixes)
        return found


@dataclass
class Turn(Mixtures):
    """A turn whose ends are valued by who takes what, and by what is spent."""

    worth: Array  # (player, taker of the lower tide, taker of the higher one)
    spent: Array  # (players, ranks): the worth of having spent this card

    @cached_property
    def _order(self) -> Array:
        """All cards of a world, lowest first, each as player times ranks plus rank."""
        return self.cards.reshape(len(self.cards), -1).argsort(1)

    @cached_property
    def _owner(self) -> Array:
        return self._order // self.ranks

    @cached_property
    def _whose(self) -> Array:
        """Whether a card is that player's (worlds, players, cards)."""
        return self._owner[:, None] == np.arange(self.players)[:, None]

    @cached_property
    def _but(self) -> Array:
        """Whether a player is neither a nor b (a, b, player)."""
        count = self.players
        a, b, c = np.ogrid[:count, :count, :count]
        return ((a != c) & (b != c))[None, ..., None]

    @cached_property
    def _coefficients(self) -> tuple[Array, Array, Array]:
        """The coefficients of three cases: winning, coming second, and others above."""
        all_players, owner = np.arange(self.players), self._owner
        first = self.worth[all_players[:, None], all_players[:, None], owner[:, None]]
        second = self.worth[owner[:, None], all_players[:, None], owner[:, None]]
        below = self.worth[
            all_players[:, None, None], all_players[:, None], owner[:, None, None]
        ]  # fmt: skip
        mine, apart = self._whose, ~np.eye(self.players, dtype=bool)[None, :, :, None]
        below = below * apart * ~mine[:, None] * ~mine[:, :, None]
        return first * ~mine, second * ~mine, below

    def by_world(self, mix: Array) -> Array:
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


def _by_regret(regrets: Array) -> Array:
    total = regrets.sum(2, keepdims=True)
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / regrets.shape[2])
