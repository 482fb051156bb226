"""Rowboat for many worlds at once: each row of the arrays is a world of its own.

All rows have the same Tide and are at the same card of the same trick. Cards are numbered by their
places in the deck; 52 is the Rowboat. The rules are the ordinary ones (`tests/bots/test_courses.py`
compares both) without the option of misplays.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from games.catalogue.rowboat.rules.cards import DECK, ROWBOAT, knob, suit
from games.catalogue.rowboat.rules.tricks import strength

Array = npt.NDArray[Any]
NUMBER = {card: number for number, card in enumerate((*DECK, ROWBOAT))}
CARDS = (*DECK, ROWBOAT)
BOAT = NUMBER[ROWBOAT]
NO_CARD = 53
SUIT = np.array(["oswm".index(suit(card)) for card in DECK] + [8, 9], dtype=np.int8)
KNOB = np.array([NUMBER[knob(card)] for card in DECK], dtype=np.int8)
CLASS = 13  # cards in a class, at most
# Strength by ruling card and card: the higher one wins, equal ones tie.
STRENGTH = np.array(
    [
        [strength(card, ruling)[0] * CLASS + strength(card, ruling)[1] for card in CARDS] + [-1]
        for ruling in DECK
    ],
    dtype=np.int16,
)


@dataclass(slots=True)
class Legal:
    """What the seat whose turn it is may play, by row: cards (by place in the hand), and the
    Rowboat.
    """

    cards: Array
    places: Array
    boat: Array
    saved: Array  # place of a last trump that is saved by playing another card, or -1


@dataclass
class Rows:
    """The state of each row: hands (rows, seats, places), Rowboats and tricks by side, the current
    trick.
    """

    tide: Array
    hands: Array
    held: Array
    married: Array
    boats: Array
    won: Array
    leader: Array
    pending: Array
    table: Array  # (rows, seats); NO_CARD for seats that haven't played
    trick: int = 0  # index into the Tide
    played: int = 0  # cards on the table
    index: Array = field(init=False)

    def __post_init__(self) -> None:
        self.index = np.arange(len(self.leader))

    @property
    def seats(self) -> int:
        return int(self.hands.shape[1])

    @property
    def over(self) -> bool:
        return self.trick == len(self.tide)

    @property
    def ruling(self) -> int:
        return int(self.tide[self.trick])

    @cached_property
    def side_of(self) -> Array:
        return np.arange(self.seats) % 2 if self.seats == 4 else np.arange(self.seats)

    def turn(self) -> Array:
        return (self.leader + self.played) % self.seats

    def taken(self, index: Array) -> "Rows":
        """A copy of the rows at these indexes, which may repeat."""
        return Rows(
            tide=self.tide,
            hands=self.hands[index],
            held=self.held[index],
            married=self.married[index],
            boats=self.boats[index],
            won=self.won[index],
            leader=self.leader[index],
            pending=self.pending[index],
            table=self.table[index],
            trick=self.trick,
            played=self.played,
        )

    def is_later_knob(self) -> Array:
        """Whether each card is the Knob of a later trick."""
        later = np.zeros(NO_CARD + 1, dtype=bool)
        later[KNOB[self.tide[self.trick + 1 :]]] = True
        return later

    def legal(self, seat: Array) -> Legal:
        """The legal plays of one seat per row (rules 2.4 and 2.5)."""
        cards, held = self.hands[self.index, seat], self.held[self.index, seat]
        married = self.married[self.index, seat] & held
        current = cards == KNOB[self.ruling]
        due = married & current
        is_due = due.any(1)
        free = held & ~married
        trumps = held & (SUIT[cards] == SUIT[self.ruling])
        count = trumps.sum(1)
        last = trumps & self.is_later_knob()[cards]
        may_save = (count == 1) & last.any(1)
        follows = (count > 0) & ~may_save
        places = np.where(follows[:, None], free & (trumps | current), free)
        places = np.where(is_due[:, None], due, places)
        side = self.side_of[seat]
        boat = self.boats[self.index, side] & ~is_due & (self.trick < len(self.tide) - 1)
        return Legal(cards, places, boat, np.where(may_save, last.argmax(1), -1))

    def play(self, seat: Array, legal: Legal, place: Array, rowing: Array) -> None:
        """The seat whose turn it is plays the card at this place; where `rowing`, the Rowboat."""
        index, width = self.index, self.hands.shape[2]
        place = np.minimum(place, width - 1)
        card = np.where(rowing, BOAT, legal.cards[index, place])
        self.held[index, seat, place] &= rowing
        self.boats[index, self.side_of[seat]] &= ~rowing
        current = KNOB[self.ruling]
        saves = (legal.saved >= 0) & ~rowing & (card != current) & (place != legal.saved)
        self.married[index[saves], seat[saves], legal.saved[saves]] = True
        self.table[index, seat] = card
        self.played += 1
        if self.played == self.seats:
            self._finish()

    def _finish(self) -> None:
        """The strongest card takes this trick and all pending ones, unless it is tied."""
        strengths = STRENGTH[self.ruling][self.table]
        best = strengths.max(1)
        ties = strengths == best[:, None]
        order = (np.arange(self.seats)[None] - self.leader[:, None]) % self.seats
        first = np.where(ties, order, 99).argmin(1)
        decided = (ties.sum(1) == 1) | (best == STRENGTH[self.ruling][BOAT])
        self.won[self.index, self.side_of[first]] += np.where(decided, self.pending + 1, 0)
        self.pending = np.where(decided, 0, self.pending + 1)
        self.leader = np.where(decided, first, self.leader)
        self.table[:] = NO_CARD
        self.trick += 1
        self.played = 0
