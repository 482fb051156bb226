"""Turn the Tide: the water in a turn, and the points of a stage.

The *deepest* seats are those with the highest tide; a *belt* is a life belt, worth a point while it
is face up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.base import Event, Json


@dataclass(slots=True)
class Table:
    """The mutable part of the table during a turn, by seat, with the events so far."""

    held: list[tuple[str, ...]]
    played: list[tuple[int, ...]]
    belts: list[int]
    tides: list[int | None]
    out: list[bool]
    events: list[Event] = field(default_factory=list)

    def tell(self, kind: str, data: Mapping[str, Json]) -> None:
        self.events.append(Event(kind, data))

    def only_two_left(self) -> bool:
        """Whether at most two seats are left (one after a double elimination), so that the stage
        ends (1.5(4e), TT-7).
        """
        return self.out.count(False) <= 2


def take(table: Table, seat: int, tide: int, rank: int) -> None:
    """Puts a tide card on top of the seat's pile (1.5(3)); rank 1 is the highest bidder."""
    before = table.tides[seat]
    table.tell("took", {"seat": seat, "tide": tide, "rank": rank, "before": before})
    table.tides[seat] = tide


def lose(table: Table, cascade: bool) -> None:
    """The deepest lose a belt; with `cascade`, repeats until somebody has (1.5(4), 1.5(4f))."""
    while highest := max(filter(None, table.tides), default=0):
        paid = False
        for seat, tide in enumerate(table.tides):
            if tide == highest:
                paid |= _pay(table, seat, tide)
        if paid or table.only_two_left() or not cascade:
            return
    table.tell("nobody_paid", {})  # nobody still in the stage has a tide card (TT-10)


def _pay(table: Table, seat: int, tide: int) -> bool:
    """Turns over a belt; a seat without any is out and loses its tide (1.5(4b), 1.5(4d))."""
    if left := table.belts[seat]:
        table.belts[seat] = left - 1
        table.tell("paid", {"seat": seat, "tide": tide, "belts_left": left - 1})
        return True
    table.tell("out", {"seat": seat, "tide": tide})
    table.tides[seat] = None
    table.out[seat] = True
    return False


def bonus_seats(tides: Sequence[int | None], out: Sequence[bool]) -> list[int]:
    """The seats with the lowest water; no tide card counts as lowest (1.6(3))."""
    levels = {seat: tides[seat] or 0 for seat in range(len(out)) if not out[seat]}
    lowest = min(levels.values())
    return [seat for seat, level in levels.items() if level == lowest]


def stage_points(
    belts: Sequence[int], tides: Sequence[int | None], out: Sequence[bool]
) -> tuple[int, ...]:
    """The points of a stage by seat: -1 if eliminated, otherwise belts plus bonus (1.6)."""
    bonus = bonus_seats(tides, out)
    return tuple(-1 if out[s] else belts[s] + (s in bonus) for s in range(len(out)))
