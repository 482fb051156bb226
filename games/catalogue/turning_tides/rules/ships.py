"""A ship: seven zones with their units, and the units in the hold.

Source: the rules, paragraphs 3.2 to 3.4.  Zones are numbered 1 to 7 from the bow.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.catalogue.turning_tides.shapes import Side

ZONES = 7
SIDES: tuple[Side, Side] = ("a", "b")  # side a faces the enemy in odd rounds (3.2(3))
ZONES_A_TURN = 1  # how far the ships sail past each other in a turn (TD-6)
PAST = 2 * ZONES  # from this offset on no zones face each other (3.4(2))


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone; `cannons` are the sides that have one: "", "a", "b" or "ab"."""

    sailors: int = 0
    captain: bool = False
    cannons: str = ""
    mast: bool = False
    destroyed: bool = False

    @property
    def free_sides(self) -> str:
        return "".join(side for side in SIDES if side not in self.cannons)

    def with_cannon(self, side: str) -> "Zone":
        return replace(self, cannons="".join(sorted(self.cannons + side)))

    def without_cannon(self, side: str) -> "Zone":
        return replace(self, cannons=self.cannons.replace(side, ""))

    def more_sailors(self, number: int) -> "Zone":
        return replace(self, sailors=self.sailors + number)


@dataclass(frozen=True, slots=True)
class Ship:
    """Seven zones from the bow, and the sailors and cannons in the hold.

    A captain who isn't on any zone is in the hold too.
    """

    zones: tuple[Zone, ...]
    sailors: int
    cannons: int

    def zone(self, number: int) -> Zone:
        return self.zones[number - 1]

    def put(self, number: int, zone: Zone) -> "Ship":
        """The ship with this zone replaced."""
        return replace(self, zones=(*self.zones[: number - 1], zone, *self.zones[number:]))

    def numbered(self) -> Iterator[tuple[int, Zone]]:
        return enumerate(self.zones, start=1)

    def open_zones(self) -> list[int]:
        """The zones that aren't destroyed, where units may go."""
        return [number for number, zone in self.numbered() if not zone.destroyed]

    def manned_zones(self) -> list[int]:
        return [number for number, zone in self.numbered() if zone.sailors]

    @property
    def captain_at(self) -> int | None:
        return next((number for number, zone in self.numbered() if zone.captain), None)

    @property
    def crew(self) -> int:
        """The captain and the sailors aboard (3.2(4))."""
        return sum(zone.sailors + zone.captain for zone in self.zones)

    @property
    def destroyed(self) -> int:
        return sum(zone.destroyed for zone in self.zones)


def silver_ship() -> Ship:
    """The initial ship of seat 0 (3.3(3))."""
    return _ship({6: Zone(captain=True)})


def gold_ship() -> Ship:
    """The initial ship of seat 1 (3.3(3))."""
    return _ship({3: Zone(captain=True)})


def _ship(captain: dict[int, Zone]) -> Ship:
    aboard = {4: Zone(sailors=1, mast=True), 5: Zone(sailors=1, cannons="b"), **captain}
    zones = tuple(aboard.get(number, Zone()) for number in range(1, ZONES + 1))
    return Ship(zones, sailors=2, cannons=3)


def opposite(offset: int, zone: int) -> int | None:
    """The enemy zone facing this one, if any: i and j do iff i + j = k + 1 (3.4(1))."""
    facing = offset + 1 - zone
    return facing if 1 <= facing <= ZONES else None


def opposite_pairs(offset: int) -> list[tuple[int, int]]:
    """All pairs (own zone, enemy zone) at this offset, by own zone."""
    pairs = ((zone, opposite(offset, zone)) for zone in range(1, ZONES + 1))
    return [(own, facing) for own, facing in pairs if facing is not None]
