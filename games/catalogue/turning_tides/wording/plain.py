"""Turning Tides: the ships and the reader's cards as plain text, for e-mails."""

from django.utils.translation import gettext as _

from accounts.email.wrap import folded
from accounts.text.bidi_isolation import cut, padded
from accounts.text.translation_cache import once_a_language
from games.catalogue.turning_tides.rules.ships import opposite
from games.catalogue.turning_tides.shapes import Observation, Ship
from games.catalogue.turning_tides.wording.sea import LAST_STEP, ZONES, zone_of
from games.catalogue.turning_tides.wording.words import (
    Zone,
    cannons_words,
    cards_words,
    colour,
    sailors_words,
)
from games.wording.base import Seating
from games.wording.lists import started

WIDTH = 72
DECK = 9  # characters between the rails of a ship
SHIP = DECK + 4
CANNON = "="
DESTROYED = "x" * DECK
BOW, STERN = 0, 8  # in the numbers of the zones
# Silver sails up and gold down, so that their bows pass each other.
ENDS = (
    {BOW: " .---^---.", STERN: "\\_________/"},
    {BOW: " '---v---'", STERN: "/---------\\"},
)


def standing(table: Observation, seating: Seating) -> list[str]:
    """Silver and gold side by side, with facing zones on one line; at most 72 columns."""
    return [
        *_wrapped(where(table, seating)),
        "",
        f"  {padded(captain_name(0, seating), SHIP + 13)} {captain_name(1, seating)}",
        *(f"  {_row(table, own)}".rstrip() for own in rows_with_ends(table["offset"])),
        *_wrapped(_("M mast, C captain, s sailor, = cannon on that side, x destroyed.")),
        "",
        *(line for seat in (0, 1) for line in _wrapped(hold(table, seat, seating))),
    ]


def _wrapped(text: str) -> list[str]:
    return folded(text, WIDTH, hanging="  ")


def where(table: Observation, seating: Seating) -> str:
    """How far the ships have sailed, and who has the pawn."""
    values = {
        "step": table["offset"],
        "side": table["facing"].upper(),
        "name": _called(table["pawn"], seating),
    }
    if table["offset"] > LAST_STEP:
        return _("The ships have passed each other; the pawn: %(name)s.") % values
    text = _("Step %(step)s of 13, side %(side)s faces the enemy; the pawn: %(name)s.")
    return text % values


def _called(seat: int, seating: Seating) -> str:
    name = _("you") if seat == seating.reader else seating.names[seat]
    return cut(name, 20)


def captain_name(seat: int, seating: Seating) -> str:
    """The owner of a ship with its colour."""
    return f"{started(_called(seat, seating))} ({colour(seat)})"


def zone_rows(offset: int) -> range:
    """Silver's zone numbers, extended beyond both ends as far as gold's ship reaches."""
    return range(min(1, offset - 6), max(7, offset) + 1)


def rows_with_ends(offset: int) -> range:
    """The same, with the bows and sterns before and behind."""
    rows = zone_rows(offset)
    return range(rows.start - 1, rows.stop + 1)


def _row(table: Observation, own: int) -> str:
    facing = table["offset"] + 1 - own
    left, right = _piece(table, 0, own), _piece(table, 1, facing)
    met = "<->" if own in ZONES and opposite(table["offset"], own) else "   "
    return f"{left:<{SHIP + 4}} {met} {right}"


def _piece(table: Observation, seat: int, number: int) -> str:
    """A zone, the bow or the stern of a ship, or open sea."""
    if number in ZONES:
        return _half(table, seat, number, enemy_right=seat == 0)
    end = ENDS[seat].get(number, "")
    return f"{'' if seat == 0 else ' ' * 5} {end}" if end else ""


def _half(table: Observation, seat: int, number: int, *, enemy_right: bool) -> str:
    """A zone between its rails, with its cannons, and its number on the enemy's side."""
    zone = zone_of(table, seat, number)
    deck = f"{DESTROYED if zone['destroyed'] else _crew(zone):<{DECK}}"
    facing = table["facing"]
    near = CANNON if facing in zone["cannons"] else " "
    far = CANNON if zone["cannons"].replace(facing, "") else " "
    if enemy_right:
        return f"{far}|{deck}|{near}  {number} "
    return f"  {number}  {near}|{deck}|{far}"


def _crew(zone: Zone) -> str:
    signs = ["M"] if zone["mast"] else []
    signs += ["C"] if zone["captain"] else []
    return " ".join([*signs, "s" * zone["sailors"]]).strip()


def hold(table: Observation, seat: int, seating: Seating) -> str:
    """A seat's hold and cards."""
    ship = table["ships"][seat]
    parts = [
        _units(ship["hold"]["sailors"], ship["hold"]["cannons"]),
        *_open_cards(tuple(ship["exchange"]), tuple(ship["discard"])),
        _face_down(ship["cards"], ship["pile"], ship["stowed"]),
    ]
    return f"{captain_name(seat, seating)}: {'; '.join(parts)}."


def labels() -> list[str]:
    """The labels for `possessions`."""
    return [
        _("Cards held"),
        _("Draw pile"),
        _("Discarded"),
        _("Exchange, open"),
        _("Damage"),
        _("In the hold"),
    ]


def possessions(ship: Ship) -> list[str]:
    """What a ship has besides its zones, one by one."""
    return [
        str(ship["cards"]),
        str(ship["pile"]),
        cards_words(ship["discard"]) or _("none"),
        cards_words(ship["exchange"]) or _("none"),
        str(ship["stowed"]),
        _in_hold(ship["hold"]["sailors"], ship["hold"]["cannons"]),
    ]


@once_a_language
def _units(sailors: int, cannons: int) -> str:
    return _("in the hold: %(units)s") % {"units": _in_hold(sailors, cannons)}


def _in_hold(sailors: int, cannons: int) -> str:
    units = [sailors_words(sailors)] if sailors else []
    units += [cannons_words(cannons)] if cannons else []
    return ", ".join(units) or _("nothing")


@once_a_language
def _open_cards(exchange: tuple[str, ...], discard: tuple[str, ...]) -> tuple[str, str]:
    return (
        _("exchange: %(cards)s") % {"cards": cards_words(exchange) or _("none")},
        _("discarded: %(cards)s") % {"cards": cards_words(discard) or _("none")},
    )


@once_a_language
def _face_down(held: int, pile: int, stowed: int) -> str:
    words = _("held %(held)s, draw pile %(pile)s, damage %(stowed)s")
    return words % {"held": held, "pile": pile, "stowed": stowed}


def holding(observation: Observation) -> list[str]:
    """The reader's cards, and the face-down ones that can be counted."""
    return [line for text in held(observation) for line in _wrapped(text)]


def held(observation: Observation) -> list[str]:
    """Sentences about the reader's cards, pile and damage."""
    you = observation["you"]
    lines = [_("Your cards: %(cards)s.") % {"cards": cards_words(you["cards"])}]
    if you["pile"]:
        lines.append(
            _("Your draw pile, in an order that nobody knows: %(cards)s.")
            % {"cards": cards_words(you["pile"])}
        )
    if you["stowed"]:
        lines.append(
            _("Put away for the damage: %(cards)s.") % {"cards": cards_words(you["stowed"])}
        )
    return lines
