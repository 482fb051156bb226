"""Turn the Tide for many worlds at once: each row of the arrays is a world of its own.

The rules are the ordinary ones (`tests/bots/test_courses.py` compares both), without events and
records. A tide of 0 is none; a card of 0 is no card.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
TURNS = 12
PAST = 61  # one above the highest card
NUMBERS = np.arange(PAST, dtype=np.int16)


@dataclass
class Course:
    """The stage in each row. Shapes: hands (rows, seats, cards); by seat (rows, seats); by row
    (rows).
    """

    hands: Array  # int16, ascending; `held` marks the cards not yet played
    held: Array
    belts: Array
    tides: Array
    out: Array
    deck: Array  # the tide cards from this turn on
    live: Array  # rows whose stage isn't over
    cascade: bool
    turn: int = 0  # of the turns in the deck
    lower: Array = field(init=False)  # (rows, seats, cards): how many held are below each card

    def __post_init__(self) -> None:
        marks = np.zeros((*self.tides.shape, PAST), dtype=np.uint8)
        row, seat, place = np.nonzero(self.held)
        marks[row, seat, self.hands[row, seat, place]] = 1
        self.lower = marks.cumsum(2, dtype=np.uint8) - marks

    @cached_property
    def _where(self) -> Array:
        """Index into `lower` for each seat and each card that anybody holds."""
        rows, seats = self.tides.shape
        base = PAST * (seats * np.arange(rows)[None] + np.arange(seats)[:, None])
        return base[:, :, None, None] + self.hands[None]

    @property
    def turns_left(self) -> int:
        return int(self.deck.shape[1]) // 2 - self.turn

    def turned_up(self) -> tuple[Array, Array]:
        """The lower and the higher tide card of this turn."""
        first, second = self.deck[:, 2 * self.turn], self.deck[:, 2 * self.turn + 1]
        return np.minimum(first, second), np.maximum(first, second)

    def odds(self) -> tuple[Array, Array]:
        """The chances of each card, by seat, to be the highest and the second, if all play at
        random.
        """
        first, second = np.ones(self.hands.shape, dtype=np.float32), 0.0
        flat = self.lower.reshape(-1)
        share = 1 / np.maximum(self.held.sum(2), 1).astype(np.float32)
        for seat in range(self.tides.shape[1]):
            below = flat[self._where[seat]] * share[:, seat, None, None]
            below[self.out[:, seat]] = 1
            below[:, seat] = 1
            second = second * below + first * (1 - below)
            first *= below
        return first, np.asarray(second)

    def play(self, choice: Array) -> None:
        """Each seat in the stage plays the card at this place of its hand (1.5)."""
        cards = self.spend(choice)
        index = np.arange(len(cards))
        highest = cards.argmax(1)
        cards[index, highest] = 0
        self.take(highest, cards.argmax(1))

    def spend(self, choice: Array) -> Array:
        """Discards the cards at these places; returns them, 0 for seats that are out."""
        at = choice[:, :, None]
        gone = np.take_along_axis(self.hands, at, 2)
        self.lower -= (gone < NUMBERS) & np.take_along_axis(self.held, at, 2)
        np.put_along_axis(self.held, at, False, 2)
        cards: Array = gone[:, :, 0] * ~self.out
        return cards

    def shed(self) -> None:
        """Removes the empty places of hands once there are many, since time depends on places.

        Everybody still in the stage holds one card for each turn that is left.
        """
        left, (rows, seats, width) = self.turns_left, self.hands.shape
        if 4 * left > 3 * width:
            return
        out = self.out[:, :, None]
        kept = np.where(out, np.arange(width) < left, self.held)
        self.hands = self.hands[kept].reshape(rows, seats, left)
        self.held = np.broadcast_to(~out, self.hands.shape).copy()
        self.__dict__.pop("_where", None)

    def take(self, first: Array, second: Array, swapped: Array | None = None) -> None:
        """These seats take the lower and the higher tide; where `swapped`, the other way round."""
        low, high = self.turned_up()
        if swapped is not None:
            low, high = np.where(swapped, high, low), np.where(swapped, low, high)
        index = np.arange(len(first))
        self.tides[index, first] = np.where(self.live, low, self.tides[index, first])
        self.tides[index, second] = np.where(self.live, high, self.tides[index, second])
        self._lose()
        self.turn += 1
        if not self.turns_left:
            self.live[:] = False

    def _lose(self) -> None:
        """The deepest players lose a belt; with `cascade`, until somebody had one (1.5(4))."""
        owing = self.live.copy()
        while True:
            deepest = self.tides.max(1)
            owing &= deepest > 0
            hit = (self.tides == deepest[:, None]) & owing[:, None]
            pays = hit & (self.belts > 0)
            gone = hit & ~pays
            self.belts -= pays
            if not gone.any():
                return
            self.out |= gone
            self.tides[gone] = 0
            self.live &= (~self.out).sum(1) > 2
            owing &= self.live & ~pays.any(1)
            if not self.cascade or not owing.any():
                return

    def points(self) -> Array:
        """The points if the stage ended now, by row and seat (1.6)."""
        level = np.where(self.out, 99, self.tides)
        bonus = level == level.min(1)[:, None]
        return np.where(self.out, -1, self.belts + (bonus & ~self.out))
