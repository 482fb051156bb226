"""Turn the Tide: the cards others may play, as far as the reader can know."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from games.catalogue.turn_the_tide.shapes import Observation, You

ALL_CARDS = frozenset(range(1, 61))


@dataclass(frozen=True)
class Unseen:
    """`known`: by seat, the remaining cards of a set that the reader once held.

    `pool`: the cards whose place the reader doesn't know, ascending; `strangers` is the number of
    seats that hold some of them.
    """

    known: dict[int, list[int]]
    pool: list[int]
    strangers: int

    def may_be_highest(self, card: int) -> bool:
        """Whether possibly nobody plays higher."""
        return self._most_below(card) == len(self.known) + self.strangers

    def may_be_second(self, card: int) -> bool:
        """Whether possibly exactly one seat plays higher."""
        others = len(self.known) + self.strangers
        return self._most_above(card) >= 1 and self._most_below(card) >= others - 1

    def may_be_lower(self, card: int) -> bool:
        """Whether possibly two or more seats play higher."""
        return self._most_above(card) >= 2

    def _most_above(self, card: int) -> int:
        known = sum([max(held, default=card) > card for held in self.known.values()])
        return known + min(self.strangers, len(self.pool) - bisect_right(self.pool, card))

    def _most_below(self, card: int) -> int:
        known = sum([min(held, default=card) < card for held in self.known.values()])
        return known + min(self.strangers, bisect_left(self.pool, card))


def unseen(observation: Observation) -> Unseen:
    """The cards that may still be played against the reader in this stage."""
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


def _placed(observation: Observation, you: You) -> set[int]:
    """All cards whose set the reader knows."""
    mine = observation["seats"][you["seat"]]["played"]
    held = [card for known in you["known_sets"] for card in known["cards"]]
    turned = [card for seat in observation["seats"] for card in seat["played"]]
    return {*you["cards"], *mine, *held, *turned}
