"""Turning Tides' sea: two ships, zone by zone, and the possible attacks between them.

`me` is the ship drawn on the right or at the bottom: the reader's, or silver for a spectator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turning_tides.rules.actions import ZONES_TO_WIN
from games.catalogue.turning_tides.rules.ships import opposite, opposite_pairs
from games.catalogue.turning_tides.rules.state import enemy
from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording.sea import (
    LAST_STEP,
    ZONES,
    attacks,
    captain_at,
    manned,
    zone_of,
)
from games.catalogue.turning_tides.wording.words import colour, zone_words
from games.wording.base import Seating

MARKED = ("fire", "swing")
COLOURS = ("silver", "gold")  # CSS classes of turning-tides.css, not to be translated


@dataclass(frozen=True)
class Mark:
    """A marker between two zones: the card, the direction (`to-foe`, `to-me`), and a text."""

    card: str
    towards: str
    title: str


def mine(seating: Seating) -> int:
    """The seat whose ship is drawn as `me`."""
    return seating.reader or 0


def drawn_sea(table: Observation, seating: Seating, *, aims: bool = False) -> dict[str, Any]:
    """The sea between the two flags; `aims` marks the zones that can be chosen now."""
    me = mine(seating)
    aimed = _aimed(table, me) if aims else set()
    return {
        "k": min(table["offset"], LAST_STEP + 1),
        "foe": _ship(table, enemy(me), seating, set(), _hit(table, aimed)),
        "me": _ship(table, me, seating, aimed, set()),
        "channel": [
            _channel(table, own, facing, seating) for own, facing in opposite_pairs(table["offset"])
        ],
        "track": track(table),
        "flags": flags(table, seating),
        "name": seating.names[enemy(me)],
        "own": seating.reader is not None,
        "own_name": seating.names[me],
    }


def _aimed(table: Observation, me: int) -> set[int]:
    """The reader's zones that are choices for the card being carried out."""
    executing = table["executing"]
    if executing is None or executing["seat"] != me:
        return set()
    if executing["promotion"]:
        return set(manned(table, me))
    if executing["card"] in MARKED:
        return {attack.start for attack in attacks(table, me, executing["card"])}
    if executing["card"] == "sailor":
        return {zone for zone in ZONES if not zone_of(table, me, zone)["destroyed"]}
    return set()


def _hit(table: Observation, aimed: set[int]) -> set[int]:
    executing = table["executing"]
    if executing is None or not aimed or executing["promotion"] or executing["card"] not in MARKED:
        return set()
    return {facing for own in aimed if (facing := opposite(table["offset"], own))}


def _ship(
    table: Observation, seat: int, seating: Seating, aimed: set[int], hit: set[int]
) -> dict[str, Any]:
    values = {"name": seating.names[seat], "colour": colour(seat)}
    below = seat == mine(seating)
    if seat == seating.reader:
        label = _("Your ship, %(colour)s, bow first") % values
    elif below:
        label = _("%(name)s’s ship, %(colour)s, bow first") % values
    else:
        label = _("%(name)s’s ship, %(colour)s, stern first") % values
    numbers: Sequence[int] = ZONES if below else ZONES[::-1]
    return {
        "colour": COLOURS[seat],
        "label": label,
        "zones": [_zone(table, seat, n, n in aimed, n in hit) for n in numbers],
    }


def _zone(table: Observation, seat: int, number: int, aimed: bool, hit: bool) -> dict[str, Any]:
    zone, facing = zone_of(table, seat, number), opposite(table["offset"], number)
    css = [f"z{number}", "opp" if facing else "sea-side"]
    css += [name for name, on in (("gone", zone["destroyed"]), ("aim", aimed), ("hit", hit)) if on]
    values = {"zone": number, "facing": facing, "words": zone_words(zone, table["facing"])}
    if facing:
        words = _("Zone %(zone)s, facing zone %(facing)s: %(words)s.") % values
    else:
        words = _("Zone %(zone)s, facing open sea: %(words)s.") % values
    return {
        **zone,
        "number": number,
        "css": " ".join(css),
        "words": words,
        "aimed": aimed,
        "enemy_gun": table["facing"] in zone["cannons"],
        "open_gun": bool(zone["cannons"].replace(table["facing"], "")),
    }


def _channel(table: Observation, own: int, facing: int, seating: Seating) -> dict[str, Any]:
    """The water between two zones, with the attacks that are possible there."""
    me = mine(seating)
    values = {"own": own, "facing": facing, "name": seating.names[me]}
    if seating.reader is None:
        words = _("%(name)s’s zone %(own)s faces zone %(facing)s.") % values
    else:
        words = _("Your zone %(own)s faces zone %(facing)s.") % values
    marks = _marks(table, me, own, seating) + _marks(table, enemy(me), facing, seating)
    return {"own": own, "words": words, "marks": marks}


def _marks(table: Observation, seat: int, start: int, seating: Seating) -> list[Mark]:
    executing = table["executing"]
    cards: tuple[str, ...] = MARKED if table["phase"] != "over" else ()
    if executing is not None:  # only attacks with the card being carried out
        cards = tuple(c for c in MARKED if (seat, c) == (executing["seat"], executing["card"]))
    towards = "to-foe" if seat == mine(seating) else "to-me"
    return [
        Mark(card, towards, _mark_words(card, seat, attack.start, attack.at, seating))
        for card in cards
        for attack in attacks(table, seat, card)
        if attack.start == start
    ]


def _mark_words(card: str, seat: int, start: int, at: int, seating: Seating) -> str:
    values = {"name": seating.names[seat], "start": start, "at": at}
    if seat == seating.reader:
        yours = {
            "fire": _("You could fire from %(start)s at zone %(at)s."),
            "swing": _("You could swing from %(start)s to zone %(at)s."),
        }
        return yours[card] % values
    theirs = {
        "fire": _("%(name)s could fire from %(start)s at zone %(at)s."),
        "swing": _("%(name)s could swing from %(start)s to zone %(at)s."),
    }
    return theirs[card] % values


def track(table: Observation) -> dict[str, Any]:
    """How far the ships have sailed past each other in this round."""
    step = min(table["offset"], LAST_STEP + 1)
    met = len(opposite_pairs(table["offset"]))
    values = {"step": step, "last": LAST_STEP, "side": table["facing"].upper()}
    if not met:
        words = _("the ships have passed each other")
    else:
        words = ngettext(
            "step %(step)s of %(last)s: one of 7 zones faces another (%(side)s sides)",
            "step %(step)s of %(last)s: %(met)s of 7 zones face each other (%(side)s sides)",
            met,
        ) % {**values, "met": met}
    states = ["on" if n < step else "at" if n == step else "" for n in range(1, LAST_STEP + 1)]
    return {"ticks": states, "words": words, "label": _("Step %(step)s of %(last)s") % values}


def flags(table: Observation, seating: Seating) -> list[dict[str, Any]]:
    """Both captains with their colours; the one drawn on the left or at the top comes first."""
    me = mine(seating)
    return [
        {**owner(table, seat, seating), "words": condition(table, seat)} for seat in (enemy(me), me)
    ]


def owner(table: Observation, seat: int, seating: Seating) -> dict[str, Any]:
    """Whose ship it is, and whether the pawn is there."""
    return {
        "seat": seat,
        "colour": COLOURS[seat],
        "name": seating.names[seat],
        "mine": seat == seating.reader,
        "pawn": table["pawn"] == seat,
    }


def condition(table: Observation, seat: int) -> str:
    """A ship's condition: "gold; 1 of 3 breaches, crew of 4, mast lost"."""
    ship = table["ships"][seat]
    facts = [_breaches(table, ship["destroyed"]), _crew(ship["crew"])]
    if captain_at(table, seat) is None:
        facts.append(_("no captain"))
    mast = any(zone["mast"] for zone in ship["zones"])
    facts.append(_("mast standing") if mast else _("mast lost"))
    return f"{colour(seat)}; {', '.join(facts)}"


def _breaches(table: Observation, destroyed: int) -> str:
    if table["introduction"]:
        return ngettext("%(n)s breach", "%(n)s breaches", destroyed) % {"n": destroyed}
    return _("%(n)s of %(all)s breaches") % {"n": destroyed, "all": ZONES_TO_WIN}


def _crew(crew: int) -> str:
    return _("crew of %(n)s") % {"n": crew} if crew else _("no crew")
