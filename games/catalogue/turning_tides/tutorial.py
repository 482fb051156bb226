"""Turning Tides' tutorial: facing zones, firing, swinging, who goes first, and how it ends."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides.board.sea import drawn_sea
from games.catalogue.turning_tides.rules.cards import DRAW_PILE, EXCHANGE, in_order
from games.catalogue.turning_tides.rules.ships import Ship, Zone
from games.catalogue.turning_tides.rules.state import CHOOSE, Deck, State
from games.wording.base import Seating
from games.wording.tutorials import Step

TAPS = 7
TEMPLATE = "games/turning_tides/tutorial.html"
SHEETS = (
    "tideweb/css/boards.css",
    "tideweb/css/turning-tides.css",
    "tideweb/css/turning-tides-table.css",
)
SILVER = {4: Zone(1, mast=True), 5: Zone(1, cannons="a"), 6: Zone(captain=True)}
GOLD = {3: Zone(captain=True), 4: Zone(1, mast=True), 5: Zone(1, cannons="b")}
OFFSET = 7  # all seven zones face each other: 1 faces 7, 2 faces 6, and so on


def steps() -> tuple[Step, ...]:
    return (_faces(), _ready(), _fire(), _empty(), _mast(), _swing(), _first())


def end() -> str:
    """The closing text."""
    return _(
        "You win when three zones of the other ship are destroyed, or when nobody is left aboard. "
        "After each turn the ships sail on by one zone, so other zones face each other."
    )


def _ship(zones: dict[int, Zone]) -> Ship:
    return Ship(tuple(zones.get(number, Zone()) for number in range(1, 8)), 2, 3)


def _sea(silver: dict[int, Zone], gold: dict[int, Zone], side: str = "") -> dict[str, Any]:
    """Both ships as on the board; the zones of one `side` (me or foe) can be tapped."""
    deck = Deck(in_order(("wait",)), in_order(DRAW_PILE), EXCHANGE, (), ())
    state = State(False, "and", (_ship(silver), _ship(gold)), (deck, deck), pawn=0, phase=CHOOSE,
                  unshuffled=())  # fmt: skip
    table = rules.observation(replace(state, offset=OFFSET), 0)
    sea = drawn_sea(table, Seating((_("You"), "Lotte"), 0))
    for zone in sea[side]["zones"] if side else ():
        zone["tap"] = str(zone["number"])
    return sea


def _cards(*cards: str) -> list[dict[str, Any]]:
    return [{"card": card, "tap": card} for card in cards]


def _faces() -> Step:
    return Step(
        _("Two ships pass each other. Yours is the silver one, on the right; each has seven zones. "
          "What stands side by side can hit each other."),
        _("Tap the zone of your ship that faces her captain, with the big hat."),
        "5",
        {"sea": _sea(SILVER, GOLD, "me")},
        _("Her captain stands on her zone 3. Follow the line across."),
    )  # fmt: skip


def _ready() -> Step:
    return Step(
        _("To fire, a zone needs a sailor, and a cannon on the side that faces her."),
        _("Tap your zone that can fire now."),
        "5",
        {"sea": _sea(SILVER, GOLD, "me")},
        _("Something is missing here: a sailor, or a cannon."),
        {"4": _("There is a sailor, but no cannon."), "6": _("A captain doesn’t fire.")},
    )


def _fire() -> Step:
    return Step(
        _("Each turn, you both choose a card in secret; then both are turned."),
        _("Tap the card that fires."),
        "fire",
        {"sea": _sea(SILVER, GOLD), "cards": _cards("wait", "sailor", "cannon", "swing", "fire")},
        _("That one doesn’t fire."),
        {
            "sailor": _("It puts a sailor from your hold on a zone. Useful, but not now."),
            "cannon": _("It puts another cannon on your ship. Firing comes after."),
        },
    )


def _empty() -> Step:
    gone = {**GOLD, 3: Zone()}
    return Step(
        _("Hit! Her captain is off the ship. The first shot clears a zone; the next one, at an "
          "empty zone, destroys it."),
        _("You fire again from zone 5. Tap the zone that is destroyed."),
        "3",
        {"sea": _sea(SILVER, gone, "foe")},
        _("Your zone 5 faces another one. Follow the line across."),
    )  # fmt: skip


def _mast() -> Step:
    gone = {**GOLD, 3: Zone(destroyed=True)}
    return Step(
        _("A breach: three of them win the game. A mast takes the first shot for all who stand "
          "with it."),
        _("Tap her zone where a shot would hit the mast first."),
        "4",
        {"sea": _sea(SILVER, gone, "foe")},
        _("Look for the mast, with its two sails."),
    )  # fmt: skip


def _swing() -> Step:
    gone, alone = {**GOLD, 3: Zone(destroyed=True)}, {**SILVER, 5: Zone(cannons="a")}
    return Step(
        _("A sailor needs no cannon: with Swing he swings across, takes a sailor there, and comes "
          "back. The captain goes only if no sailor is with him."),
        _("Tap the zone from which your sailor can reach one of hers."),
        "4",
        {"sea": _sea(alone, gone, "me")},
        _("One of your sailors must be here, and one of hers opposite."),
    )  # fmt: skip


def _first() -> Step:
    return Step(
        _("Both cards are turned, and the one with the lower number is carried out first."),
        _("She plays Swing, which has a 5. Tap the card that is carried out before it."),
        "navigate",
        {"cards": _cards("fire", "navigate")},
        _("Fire has a 6: her Swing would come first."),
    )
