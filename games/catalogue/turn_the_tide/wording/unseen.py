"""Turn the Tide: the cards others may play, as far as the reader can know."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from games.catalogue.turn_the_tide.shapes import Observation, You

ALL_CARDS = frozenset(range(1, 61))


@dataclass(frozen=True)
class Unseen:
    """`known`: by seat of everybody else in the stage, the remaining cards that the reader knows.

    `pool`: the cards whose place the reader doesn't know, ascending; `strangers`: the seats that
    hold some of them.
    """

    known: dict[int, list[int]]
    pool: list[int]
    strangers: frozenset[int]

    def may_be_highest(self, card: int) -> bool:
        """Whether possibly nobody plays higher."""
        return self._most_below(card) == len(self.known)

    def may_be_second(self, card: int) -> bool:
        """Whether possibly exactly one seat plays higher."""
        return self._most_above(card) >= 1 and self._most_below(card) >= len(self.known) - 1

    def may_be_lower(self, card: int) -> bool:
        """Whether possibly two or more seats play higher."""
        return self._most_above(card) >= 2

    def _most_above(self, card: int) -> int:
        surely = {seat for seat, held in self.known.items() if max(held, default=card) > card}
        return self._most(surely, len(self.pool) - bisect_right(self.pool, card))

    def _most_below(self, card: int) -> int:
        surely = {seat for seat, held in self.known.items() if min(held, default=card) < card}
        return self._most(surely, bisect_left(self.pool, card))

    def _most(self, surely: set[int], cards: int) -> int:
        """These seats, and of the others those that may hold one of so many cards of the pool."""
        return len(surely) + min(len(self.strangers - surely), cards)


def unseen(observation: Observation) -> Unseen:
    """The cards that may still be played against the reader in this stage."""
    you, seats = observation["you"], observation["seats"]
    sets = {held["seat"]: held["cards"] for held in you["known_sets"]}
    known = {
        index: [c for c in sets.get(index, seat.get("seen_before", ())) if c not in seat["played"]]
        for index, seat in enumerate(seats)
        if not seat["out"] and index != you["seat"]
    }
    strangers = {
        index
        for index, held in known.items()
        if index not in sets and len(held) < seats[index]["cards"]
    }
    return Unseen(known, sorted(ALL_CARDS - _placed(observation, you)), frozenset(strangers))


def _placed(observation: Observation, you: You) -> set[int]:
    """All cards whose set the reader knows."""
    held = [card for known in you["known_sets"] for card in known["cards"]]
    shown = [
        card
        for seat in observation["seats"]
        for card in (*seat["played"], *seat.get("seen_before", ()))
    ]
    return {*you["cards"], *held, *shown}
