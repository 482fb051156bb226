"""Turn the Tide: how the water rises in a turn, and what a stage is worth.

The *deepest* seats are those with the highest tide; a *belt* is a life belt, face up while
it is worth a point.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.rules.base import Event, Json


@dataclass(slots=True)
class Water:
    """The part of the table that a turn changes, by seat, and what happened so far."""

    belts: list[int]
    tides: list[int | None]
    out: list[bool]
    events: list[Event] = field(default_factory=list)

    def tell(self, kind: str, **data: Json) -> None:
        self.events.append(Event(kind, data))

    def only_two_left(self) -> bool:
        """Two, or one after a double elimination: the stage ends at once (1.5(4e), TT-7)."""
        return self.out.count(False) <= 2


def take(water: Water, seat: int, tide: int, rank: int) -> None:
    """A new tide card goes on top of the old one (1.5(3)); rank 1 is the highest bidder."""
    water.tell("took", seat=seat, tide=tide, rank=rank, before=water.tides[seat])
    water.tides[seat] = tide


def lose(water: Water, cascade: bool) -> None:
    """The deepest lose a belt; with `cascade` until somebody did (1.5(4), 1.5(4f))."""
    while deepest := _deepest(water):
        payers = [seat for seat in deepest if water.belts[seat] > 0]
        for seat in deepest:
            if seat in payers:
                _pay(water, seat)
            else:
                _eliminate(water, seat)
        if payers or water.only_two_left() or not cascade:
            return
    water.tell("nobody_paid")  # nobody left in the stage has a tide card (TT-10)


def _deepest(water: Water) -> list[int]:
    """The seats with the highest tide; the eliminated show none (1.5(4d))."""
    shown = [tide for tide in water.tides if tide is not None]
    if not shown:
        return []
    highest = max(shown)
    return [seat for seat, tide in enumerate(water.tides) if tide == highest]


def _pay(water: Water, seat: int) -> None:
    water.belts[seat] -= 1
    water.tell("paid", seat=seat, tide=water.tides[seat], belts_left=water.belts[seat])


def _eliminate(water: Water, seat: int) -> None:
    water.tell("out", seat=seat, tide=water.tides[seat])
    water.tides[seat] = None
    water.out[seat] = True


def bonus_seats(tides: Sequence[int | None], out: Sequence[bool]) -> list[int]:
    """The seats with the lowest water: those without a tide card, if any are (1.6(3))."""
    levels = {seat: tides[seat] or 0 for seat in range(len(out)) if not out[seat]}
    lowest = min(levels.values())
    return [seat for seat, level in levels.items() if level == lowest]


def stage_points(
    belts: Sequence[int], tides: Sequence[int | None], out: Sequence[bool]
) -> tuple[int, ...]:
    """The points of a stage by seat: -1 if eliminated, else belts and bonus (1.6)."""
    bonus = bonus_seats(tides, out)
    return tuple(-1 if out[s] else belts[s] + (s in bonus) for s in range(len(out)))
