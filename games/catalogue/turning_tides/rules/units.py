"""The effects of cards on a ship: placing, moving, promoting, and being hit.

Source: the rules, paragraphs 3.7 and 3.8. Each function takes a ship and returns the new one; the
caller has checked that it is legal.
"""

from dataclasses import dataclass, replace

from games.catalogue.turning_tides.rules.ships import Ship, Zone


@dataclass(frozen=True, slots=True)
class Hit:
    """The result of an attack: `effect` is nothing, sailor, captain, mast, units or destroyed."""

    ship: Ship
    effect: str

    @property
    def hurt(self) -> bool:
        """Whether the owner lost a unit or a zone (3.7)."""
        return self.effect != "nothing"


def place_sailor(ship: Ship, at: int) -> Ship:
    placed = ship.put(at, ship.zone(at).more_sailors(1))
    return replace(placed, sailors=ship.sailors - 1)


def place_cannon(ship: Ship, at: int, side: str) -> Ship:
    placed = ship.put(at, ship.zone(at).with_cannon(side))
    return replace(placed, cannons=ship.cannons - 1)


def move_captain(ship: Ship, start: int, end: int) -> Ship:
    left = ship.put(start, replace(ship.zone(start), captain=False))
    return left.put(end, replace(left.zone(end), captain=True))


def move_sailor(ship: Ship, start: int, end: int) -> Ship:
    left = ship.put(start, ship.zone(start).more_sailors(-1))
    return left.put(end, left.zone(end).more_sailors(1))


def move_cannon(ship: Ship, start: tuple[int, str], end: tuple[int, str]) -> Ship:
    left = ship.put(start[0], ship.zone(start[0]).without_cannon(start[1]))
    return left.put(end[0], left.zone(end[0]).with_cannon(end[1]))


def promote(ship: Ship, at: int) -> Ship:
    """Replaces a sailor, who goes to the hold, by the captain (3.8(2))."""
    zone = replace(ship.zone(at).more_sailors(-1), captain=True)
    return replace(ship.put(at, zone), sailors=ship.sailors + 1)


def swung_at(ship: Ship, at: int) -> Hit:
    """Removes one sailor, else the captain, else nothing; the mast gives no protection (3.7)."""
    zone = ship.zone(at)
    if zone.sailors:
        hit = replace(ship.put(at, zone.more_sailors(-1)), sailors=ship.sailors + 1)
        return Hit(hit, "sailor")
    if zone.captain:
        return Hit(ship.put(at, replace(zone, captain=False)), "captain")
    return Hit(ship, "nothing")


def fired_at(ship: Ship, at: int) -> Hit:
    """Removes only the mast, else all units, else destroys the empty zone (3.7)."""
    zone = ship.zone(at)
    if zone.destroyed:
        return Hit(ship, "nothing")
    if zone.mast:
        return Hit(ship.put(at, replace(zone, mast=False)), "mast")
    if zone.sailors or zone.captain or zone.cannons:
        return Hit(_cleared(ship, at), "units")
    return Hit(ship.put(at, Zone(destroyed=True)), "destroyed")


def _cleared(ship: Ship, at: int) -> Ship:
    zone = ship.zone(at)
    return replace(
        ship.put(at, Zone()),
        sailors=ship.sailors + zone.sailors,
        cannons=ship.cannons + len(zone.cannons),
    )
