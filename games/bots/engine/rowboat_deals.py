"""Rowboat: many deals at once that agree with what a seat knows; `imagine` makes a single one."""

import numpy as np

from games.bots.engine.rowboat_course import BOAT, CARDS, NO_CARD, NUMBER, SUIT, Array
from games.catalogue.rowboat.rules.imagining import Memory, known_cards
from games.catalogue.rowboat.shapes import Observation

TRIES = 12  # deals tried before known voids are ignored
SUITS = "oswm"


class Deals:
    """Deals hands to all seats: our own, and possible ones of the others."""

    def __init__(self, seen: Observation, memory: Memory) -> None:
        self.seen, self.memory = seen, memory
        self.you, self.counts = int(seen["you"]["seat"]), list(seen["cards"])
        self.known = {
            seat: [NUMBER[card] for card in held]
            for seat, held in known_cards(seen, memory).items()
        }
        mine = [NUMBER[card] for card in seen["you"]["cards"]]
        gone = {NUMBER[card] for card in (*memory.tide, *memory.gone)}
        gone.update(mine, *self.known.values())
        self.unseen = np.array([card for card in range(BOAT) if card not in gone], dtype=np.int8)
        self.known[self.you] = mine
        others = [seat for seat in range(len(self.counts)) if self._lacks(seat)]
        self.order = sorted(others, key=lambda seat: -len(memory.lacking.get(seat, ())))
        saved = np.array(
            [[memory.saved(seat, card) for card in CARDS[:BOAT]] + [False, False]
             for seat in range(len(self.counts))]
        )  # fmt: skip
        self.lacking = np.zeros((len(self.counts), 10), dtype=bool)  # by suit
        for seat, suits in memory.lacking.items():
            self.lacking[seat, [SUITS.index(each) for each in suits]] = True
        self.bound = (
            self.lacking[:, SUIT] & saved
        )  # by seat and card: if held, it must be a saved one

    def _lacks(self, seat: int) -> int:
        return int(self.counts[seat]) - len(self.known.get(seat, ()))

    def hands(self, worlds: int, chance: np.random.Generator) -> Array:
        """The hands in new worlds (worlds, seats, places)."""
        found = np.full((worlds, len(self.counts), max(self.counts) or 1), NO_CARD, dtype=np.int8)
        for seat, held in self.known.items():
            found[:, seat, : len(held)] = held
        todo = np.arange(worlds)
        for number in range(TRIES if self.order else 0):
            fits = self._some(found, todo, chance) | (number == TRIES - 1)
            todo = todo[~fits]
            if not len(todo):
                break
        return found

    def _some(self, found: Array, todo: Array, chance: np.random.Generator) -> Array:
        """Deals in these worlds; returns whether each deal agrees with the known voids."""
        lot = chance.random((len(todo), len(self.unseen)), dtype=np.float32)
        fits = np.ones(len(todo), dtype=bool)
        for seat in self.order:
            lacks = self._lacks(seat)
            barred = self.lacking[seat, SUIT[self.unseen]] & ~self.bound[seat, self.unseen]
            picks = np.argsort(lot + 2 * barred, axis=1)[:, :lacks]
            fits &= (np.take_along_axis(lot, picks, 1) + 2 * barred[picks] < 1).all(1)
            np.put_along_axis(lot, picks, 9.0, 1)
            cards = self.unseen[picks]
            start = self.counts[seat] - lacks
            found[todo, seat, start : self.counts[seat]] = cards
            for one in np.flatnonzero(self.lacking[seat]):
                fits &= (SUIT[cards] == one).sum(1) <= 1
        return fits

    def married(self, hands: Array) -> Array:
        """Whether each card is saved for the trick that it is the Knob of."""
        found: Array = self.bound[np.arange(len(self.counts))[:, None], hands]
        mine = [NUMBER[each["card"]] for each in self.seen["you"]["married"]]
        found[:, self.you] = np.isin(hands[:, self.you], mine)
        return found
