"""Turning Tides: why an answer that was understood isn't possible."""

import re
from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.turning_tides.plan_vocabulary import say
from games.catalogue.turning_tides.rules import reading
from games.catalogue.turning_tides.rules.seen import executing
from games.catalogue.turning_tides.shapes import Observation, Ship, Zone
from games.catalogue.turning_tides.wording.barring_lull import no_swap, not_stowed
from games.catalogue.turning_tides.wording.words import card_word
from games.drawing.board_cards import SHIP_WORDS

PLACE = re.compile("[1-9][ab]?")
Check = Callable[[Observation, Ship, list[str]], str]


def why_not(table: Observation, notation: str) -> str:
    """The first reason that applies; empty if none is known."""
    you, words = table["you"], reading.words(notation)
    if not words:
        return ""
    if table["phase"] == "choose":
        return _not_held(you["cards"], notation)
    if check := IN_THE_LULL.get(table["phase"]):
        return check(table, reading.with_verb(table["phase"], words))
    if table["phase"] != "execute":
        return ""
    asked = "promote" if executing(table)["promotion"] else executing(table)["card"]
    if asked != "navigate" and not PLACE.fullmatch(words[-1]):
        return ""
    try:
        words = reading.without_opening(asked, words)
        return CHECKS[asked](table, table["ships"][you["seat"]], words)
    except (IndexError, KeyError):  # an answer to another question
        return ""


def _not_held(cards: Sequence[str], notation: str) -> str:
    """Why this card can't be chosen, whether or not it comes with what it is to do."""
    card = (say(notation) or ("",))[0]
    held = card not in SHIP_WORDS or card in cards
    return "" if held else _("You don’t hold %(card)s now.") % {"card": card_word(card)}


def _zone(ship: Ship, place: str) -> Zone | None:
    number = int(place[0]) if place[:1].isdigit() else 0
    zones = ship["zones"]
    return zones[number - 1] if 1 <= number <= len(zones) else None


def _sound(ship: Ship, place: str) -> str:
    """Why nothing can be placed on this zone; empty if it can."""
    zone, number = _zone(ship, place), {"zone": place[:1]}
    if zone is None:
        return _("There is no zone %(zone)s.") % number
    return _("Zone %(zone)s is destroyed.") % number if zone["destroyed"] else ""


def _free(ship: Ship, place: str) -> str:
    """Why no cannon can be placed on this side of a zone; empty if it can."""
    if reason := _sound(ship, place):
        return reason
    zone = _zone(ship, place)
    held = zone["cannons"] if zone else ""
    taken = place[1:] in held if place[1:] else len(held) > 1
    return _("There is a cannon on zone %(zone)s already.") % {"zone": place} if taken else ""


def _manned(ship: Ship, place: str) -> str:
    """Why nobody can act from this zone; empty if somebody can."""
    zone = _zone(ship, place)
    if zone is None or zone["destroyed"]:
        return _sound(ship, place)
    return "" if zone["sailors"] else _("You have no sailor on zone %(zone)s.") % {"zone": place[0]}


def _meets(table: Observation, place: str) -> str:
    side = table["you"]["seat"]
    meets = [pair[side] for pair in table["opposite"]]
    if place[:1].isdigit() and int(place[0]) in meets:
        return ""
    return _("No zone of the other ship faces your zone %(zone)s.") % {"zone": place[:1]}


def _sailor(_table: Observation, ship: Ship, words: list[str]) -> str:
    return _sound(ship, words[-1]) or (
        "" if ship["hold"]["sailors"] else _("Your hold has no sailor.")
    )


def _cannon(_table: Observation, ship: Ship, words: list[str]) -> str:
    return _free(ship, words[-1]) or (
        "" if ship["hold"]["cannons"] else _("Your hold has no cannon.")
    )


def _move(_table: Observation, ship: Ship, words: list[str]) -> str:
    move = reading.move_of(" ".join(words))
    if move is None:
        return ""
    unit, start, end = move
    if reason := start and _not_there(ship, unit, start):
        return reason
    if start == end:
        return _("It is on zone %(zone)s already.") % {"zone": start}
    return _free(ship, end) if unit == "cannon" else _sound(ship, end)


def _not_there(ship: Ship, unit: str, start: str) -> str:
    """Why no such unit can leave this zone; empty if one can."""
    zone = _zone(ship, start)
    if zone is None:
        return _("There is no zone %(zone)s.") % {"zone": start[:1]}
    there = {
        "captain": bool(zone["captain"]),
        "sailor": bool(zone["sailors"]),
        "cannon": bool(zone["cannons"]) and start[1:] in zone["cannons"],
    }[unit]
    return "" if there else str(NOT_THERE[unit]) % {"zone": start}


def _swing(table: Observation, ship: Ship, words: list[str]) -> str:
    return _manned(ship, words[-1]) or _meets(table, words[-1])


def _fire(table: Observation, ship: Ship, words: list[str]) -> str:
    zone = _zone(ship, words[-1]) or {"cannons": ()}
    if reason := _manned(ship, words[-1]):
        return reason
    if table["facing"] not in zone["cannons"]:
        return _("No cannon on zone %(zone)s points at the enemy.") % {"zone": words[-1][:1]}
    return _meets(table, words[-1])


def _navigate(table: Observation, _ship: Ship, words: list[str]) -> str:
    if words[-1] == "claim":
        return _("You hold the pawn already.")
    return _("You can’t go back from where the ships first met.") if words[-1] == "back" else ""


def _promote(_table: Observation, ship: Ship, words: list[str]) -> str:
    return _manned(ship, words[-1])


NOT_THERE = {
    "captain": gettext_lazy("Your captain isn’t on zone %(zone)s."),
    "sailor": gettext_lazy("You have no sailor on zone %(zone)s."),
    "cannon": gettext_lazy("You have no cannon on zone %(zone)s."),
}
CHECKS: dict[str, Check] = {
    "sailor": _sailor,
    "cannon": _cannon,
    "move": _move,
    "swing": _swing,
    "fire": _fire,
    "navigate": _navigate,
    "promote": _promote,
}
IN_THE_LULL = {"exchange": no_swap, "damage": not_stowed}
