"""Turning Tides: facing zones and the effects of attacks, from an observation."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.rules.actions import ZONES_TO_WIN
from games.catalogue.turning_tides.rules.ships import opposite, opposite_pairs
from games.catalogue.turning_tides.rules.state import enemy
from games.catalogue.turning_tides.shapes import Observation, Zone
from games.catalogue.turning_tides.wording.words import units_words
from games.wording.base import Seating

ZONES = range(1, 8)
LAST_STEP = 13  # after it no zones face each other (rules 3.4)


@dataclass(frozen=True)
class Attack:
    """A Swing or a Fire: from an own zone to an enemy zone, with its effect."""

    start: int
    at: int
    effect: str  # nothing, sailor, captain, mast, units or destroyed


def zone_of(table: Observation, seat: int, number: int) -> Zone:
    """A zone by its number from the bow."""
    return table["ships"][seat]["zones"][number - 1]


def attacks(table: Observation, seat: int, card: str) -> list[Attack]:
    """All attacks this seat could make now with a Swing or a Fire."""
    return [
        Attack(own, facing, effect_on(zone_of(table, enemy(seat), facing), card))
        for own, facing in opposite_pairs(table["offset"])
        if _can(table, zone_of(table, seat, own), card)
    ]


def _can(table: Observation, zone: Zone, card: str) -> bool:
    return bool(zone["sailors"]) and (card == "swing" or table["facing"] in zone["cannons"])


def effect_on(zone: Zone, card: str) -> str:
    """The effect of an attack on this zone (rules 3.7)."""
    if card == "swing":
        return "sailor" if zone["sailors"] else "captain" if zone["captain"] else "nothing"
    if zone["destroyed"]:
        return "nothing"
    if zone["mast"]:
        return "mast"
    manned = zone["sailors"] or zone["captain"] or zone["cannons"]
    return "units" if manned else "destroyed"


def prey(table: Observation, seat: int, attack: Attack) -> str:
    """What an attack would remove: "a sailor", "the mast"."""
    zone = zone_of(table, enemy(seat), attack.at)
    if attack.effect == "units":
        return units_words(zone)
    if attack.effect == "nothing":
        return _("nothing, it is destroyed") if zone["destroyed"] else _("nobody is there")
    return {
        "sailor": _("a sailor"),
        "captain": _("the captain"),
        "mast": _("the mast"),
        "destroyed": _("a breach"),
    }[attack.effect]


def wins(table: Observation, seat: int, attack: Attack) -> bool:
    """Whether this attack would win the game (rules 3.9 and 3.12)."""
    if attack.effect == "nothing":
        return False
    victim = table["ships"][enemy(seat)]
    zone = zone_of(table, enemy(seat), attack.at)
    broken = victim["destroyed"] + (attack.effect == "destroyed")
    takes_captain = attack.effect == "captain" or (attack.effect == "units" and zone["captain"])
    headless = takes_captain or not any(each["captain"] for each in victim["zones"])
    if table["introduction"]:
        both, either = broken > 0 and headless, broken > 0 or headless
        return both if table["goal"] == "and" else either
    return bool(broken >= ZONES_TO_WIN or victim["crew"] == _crew_taken(zone, attack.effect))


def _crew_taken(zone: Zone, effect: str) -> int:
    if effect in ("sailor", "captain"):
        return 1
    return int(zone["sailors"]) + bool(zone["captain"]) if effect == "units" else 0


def captain_at(table: Observation, seat: int) -> int | None:
    """The zone of this seat's captain; None if there is none."""
    return next((n for n in ZONES if zone_of(table, seat, n)["captain"]), None)


def manned(table: Observation, seat: int) -> list[int]:
    """This seat's zones with a sailor."""
    return [n for n in ZONES if zone_of(table, seat, n)["sailors"]]


def must_promote(table: Observation, seat: int) -> bool:
    """Whether this seat's next card, other than Wait, is spent on a promotion."""
    return not table["introduction"] and captain_at(table, seat) is None


def their_zone(seat: int, number: int, seating: Seating) -> str:
    """A zone of the enemy of `seat`: "Lotte’s zone 4"."""
    return _("%(name)s’s zone %(zone)s") % {"name": seating.names[enemy(seat)], "zone": number}


def faces(table: Observation, number: int) -> str:
    """The zone facing an own zone, or when one did or will."""
    facing = opposite(table["offset"], number)
    if facing:
        return _("Zone %(own)s faces zone %(enemy)s now.") % {"own": number, "enemy": facing}
    if table["offset"] < number:
        return _("Zone %(own)s meets the enemy from step %(step)s on.") % {
            "own": number,
            "step": number,
        }
    return _("Zone %(own)s has passed the enemy in this round.") % {"own": number}


def pairs_words(offset: int) -> str:
    """ "3–7, 4–6, 5–5"; the reader's zones come first."""
    return ", ".join(f"{own}–{facing}" for own, facing in opposite_pairs(offset))


def pool(observation: Observation) -> list[str]:
    """The cards from which the reader chooses damage (rules 3.10)."""
    you = observation["you"]
    discard: Sequence[str] = observation["ships"][you["seat"]]["discard"]
    held = [card for card in you["cards"] if card != "wait"]
    return [*held, *discard, *you["pile"], *you["stowed"]]
