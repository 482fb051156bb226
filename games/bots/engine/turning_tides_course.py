"""Turning Tides for many worlds at once: each row of the arrays is a world of its own.

All rows are in the same round. Zones count from 0; sides are 0 (a) and 1 (b); cards are indexes
into `NAMES`; a captain at -1 is in the hold. Piles are counts, and cards are drawn from them at
random. The rules are the ordinary ones (`tests/bots/test_courses.py` compares both).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from games.catalogue.turning_tides.rules.cards import HIERARCHY, ORDER, PROMOTION_LEVEL, WAIT

Array = npt.NDArray[Any]
NAMES = (WAIT, *ORDER)
NUMBER = {name: number for number, name in enumerate(NAMES)}
WAITS, SAILOR, CANNON, MOVE, NAVIGATE, SWING, FIRE = range(7)
LEVEL = np.array([HIERARCHY[name] for name in NAMES])
ZONES, PAST = 7, 14
FORWARD, BACK, CLAIM = range(3)
_ZONES = np.arange(ZONES)


class Lots:
    """Random numbers by row. The rows of a world share them, so that they differ only by what is
    tried."""

    def __init__(self, chance: np.random.Generator, worlds: Array) -> None:
        self.chance, self.worlds = chance, worlds  # the world of each row, ascending

    def even(self, rows: Array, *shape: int) -> Array:
        """Between 0 and 1 (rows, *shape)."""
        world = self.worlds[rows]
        lots: Array = self.chance.random((1 + world.max(initial=0), *shape))[world]
        return lots

    def gumbel(self, rows: Array, *shape: int) -> Array:
        """By the distribution of Gumbel (rows, *shape)."""
        world = self.worlds[rows]
        lots: Array = self.chance.gumbel(size=(1 + world.max(initial=0), *shape))[world]
        return lots


@dataclass(slots=True)
class Fleet:
    """The state of each row: both ships (rows, 2, …), their cards, and the round."""

    sailors: Array  # (rows, 2, zones)
    captain: Array  # (rows, 2): a zone or -1
    cannons: Array  # (rows, 2, zones, sides), booleans
    mast: Array  # (rows, 2), on zone 3
    destroyed: Array  # (rows, 2, zones)
    spare_sailors: Array  # (rows, 2), in the hold
    spare_cannons: Array
    hand: Array  # (rows, 2, cards), counts; always one wait
    pile: Array
    pawn: Array
    offset: Array
    winner: Array  # -1 while there is none
    live: Array  # rows in which the round goes on
    facing: int
    introduction: bool = False
    either: bool = False  # whether one of the introduction's goals is enough

    def crew(self) -> Array:
        return self.sailors.sum(2) + (self.captain >= 0)

    def opposite(self, rows: Array) -> tuple[Array, Array]:
        """The enemy zone opposite each own zone, and whether there is one."""
        at = self.offset[rows, None] - 1 - _ZONES
        return np.clip(at, 0, ZONES - 1), (at >= 0) & (at < ZONES)

    # What cards do. `rows` are indexes of rows; `seat` and the rest are arrays of the same length.

    def place_sailor(self, rows: Array, seat: Array, zone: Array) -> None:
        self.sailors[rows, seat, zone] += 1
        self.spare_sailors[rows, seat] -= 1

    def place_cannon(self, rows: Array, seat: Array, zone: Array, side: Array) -> None:
        self.cannons[rows, seat, zone, side] = True
        self.spare_cannons[rows, seat] -= 1

    def move_captain(self, rows: Array, seat: Array, end: Array) -> None:
        self.captain[rows, seat] = end

    def move_sailor(self, rows: Array, seat: Array, start: Array, end: Array) -> None:
        self.sailors[rows, seat, start] -= 1
        self.sailors[rows, seat, end] += 1

    def move_cannon(self, rows: Array, seat: Array, start: Array, end: Array) -> None:
        """Moves a cannon; a place is twice the zone, plus the side."""
        self.cannons[rows, seat, start // 2, start % 2] = False
        self.cannons[rows, seat, end // 2, end % 2] = True

    def navigate(self, rows: Array, seat: Array, how: Array) -> None:
        self.offset[rows] += np.where(how == FORWARD, 1, np.where(how == BACK, -1, 0))
        claims = how == CLAIM
        self.pawn[rows[claims]] = seat[claims]

    def promote(self, rows: Array, seat: Array, zone: Array) -> None:
        self.sailors[rows, seat, zone] -= 1
        self.spare_sailors[rows, seat] += 1
        self.captain[rows, seat] = zone

    def swing(self, rows: Array, seat: Array, start: Array) -> None:
        """Removes one sailor, else the captain (3.7)."""
        foe, at = 1 - seat, self.offset[rows] - 1 - start
        takes = self.sailors[rows, foe, at] > 0
        captain = ~takes & (self.captain[rows, foe] == at)
        self.sailors[rows[takes], foe[takes], at[takes]] -= 1
        self.spare_sailors[rows[takes], foe[takes]] += 1
        self.captain[rows[captain], foe[captain]] = -1
        self._hurt(rows, foe, takes | captain)

    def fire(self, rows: Array, seat: Array, start: Array) -> None:
        """Removes the mast, else all units, else destroys the empty zone (3.7)."""
        foe, at = 1 - seat, self.offset[rows] - 1 - start
        intact = ~self.destroyed[rows, foe, at]
        mast = intact & (at == 3) & self.mast[rows, foe]
        sailors, guns = self.sailors[rows, foe, at], self.cannons[rows, foe, at]
        captain = self.captain[rows, foe] == at
        units = intact & ~mast & ((sailors > 0) | captain | guns.any(1))
        empty = intact & ~mast & ~units
        self.mast[rows[mast], foe[mast]] = False
        self.spare_sailors[rows, foe] += np.where(units, sailors, 0)
        self.spare_cannons[rows, foe] += np.where(units, guns.sum(1), 0)
        hit, whose, where = rows[units], foe[units], at[units]
        self.sailors[hit, whose, where] = 0
        self.cannons[hit, whose, where] = False
        self.captain[rows, foe] = np.where(units & captain, -1, self.captain[rows, foe])
        self.destroyed[rows[empty], foe[empty], at[empty]] = True
        self._hurt(rows, foe, intact)

    def _hurt(self, rows: Array, foe: Array, hurt: Array) -> None:
        """The pawn goes to the side that was hurt; may end the game (3.7, 3.9)."""
        rows, foe = rows[hurt], foe[hurt]
        self.pawn[rows] = foe
        zones = self.destroyed[rows, foe].sum(1)
        if self.introduction:
            gone = self.captain[rows, foe] < 0
            lost = (zones > 0) | gone if self.either else (zones > 0) & gone
        else:
            lost = (zones >= 3) | (
                self.sailors[rows, foe].sum(1) + (self.captain[rows, foe] >= 0) == 0
            )
        self.winner[rows[lost]] = 1 - foe[lost]
        self.live[rows[lost]] = False

    def draw(self, chance: Lots) -> None:
        """Draws a card from each pile that isn't empty (3.6(1))."""
        for seat in (0, 1):
            pile = self.pile[:, seat]
            total = pile.sum(1)
            rows = np.flatnonzero((total > 0) & self.live)
            lot = (chance.even(rows) * total[rows]).astype(np.int64)
            card = (pile[rows].cumsum(1) > lot[:, None]).argmax(1)
            self.pile[rows, seat, card] -= 1
            self.hand[rows, seat, card] += 1

    def order(self, cards: Array) -> tuple[Array, Array]:
        """The seat whose card is carried out first, and which cards are promotions, at the reveal
        (TD-9).
        """
        promoting = (self.captain < 0) & (cards != WAITS) & (not self.introduction)
        level = 2 * np.where(promoting, PROMOTION_LEVEL, LEVEL[cards])
        level[np.arange(len(level)), 1 - self.pawn] += 1
        return (level[:, 1] < level[:, 0]).astype(np.int64), promoting

    def sail(self, cards: Array) -> None:
        """Ends the turn: cards are discarded, and the ships move on (3.6(4), 3.6(5))."""
        rows = np.arange(len(cards))
        for seat in (0, 1):
            spent = (cards[:, seat] != WAITS) & self.live
            self.hand[rows[spent], seat, cards[spent, seat]] -= 1
        self.offset += self.live
        self.live &= self.offset < PAST
