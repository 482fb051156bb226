"""Turn the Tide: which cards the others may play, as far as the reader's observation tells."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from games.wording.base import Observation

ALL_CARDS = frozenset(range(1, 61))


@dataclass(frozen=True)
class Unseen:
    """`known`: by seat, the cards still to come of a set that the reader once held.

    `pool`: the cards whose place is unknown to the reader, in order; `strangers` seats hold
    some of them.
    """

    known: dict[int, list[int]]
    pool: list[int]
    strangers: int

    def may_be_highest(self, card: int) -> bool:
        """Whether it can be that nobody plays higher."""
        return self._most_below(card) == len(self.known) + self.strangers

    def may_be_second(self, card: int) -> bool:
        """Whether it can be that exactly one plays higher."""
        others = len(self.known) + self.strangers
        return self._most_above(card) >= 1 and self._most_below(card) >= others - 1

    def may_be_lower(self, card: int) -> bool:
        """Whether it can be that two or more play higher."""
        return self._most_above(card) >= 2

    def _most_above(self, card: int) -> int:
        known = sum([max(held, default=card) > card for held in self.known.values()])
        return known + min(self.strangers, len(self.pool) - bisect_right(self.pool, card))

    def _most_below(self, card: int) -> int:
        known = sum([min(held, default=card) < card for held in self.known.values()])
        return known + min(self.strangers, bisect_left(self.pool, card))


def unseen(observation: Observation) -> Unseen:
    """What is left to be played against the reader in this stage."""
    you = observation["you"]
    seats = observation["seats"]
    active = [s for s, seat in enumerate(seats) if not seat["out"] and s != you["seat"]]
    known = {
        held["seat"]: [c for c in held["cards"] if c not in seats[held["seat"]]["played"]]
        for held in you["known_sets"]
        if held["seat"] in active
    }
    placed = _placed(observation, you)
    return Unseen(known, sorted(ALL_CARDS - placed), len(active) - len(known))


def _placed(observation: Observation, you: dict[str, Any]) -> set[int]:
    """Every card of which the reader knows whose set it is in."""
    mine = observation["seats"][you["seat"]]["played"]
    held = [card for known in you["known_sets"] for card in known["cards"]]
    turned = [card for seat in observation["seats"] for card in seat["played"]]
    return {*you["cards"], *mine, *held, *turned}
