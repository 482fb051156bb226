"""Turning Tides' lessons during the first turns and the first lull.

Choosing (rules 3.6), the ships (3.4), what attacks do (3.7), winning (3.9), the lull (3.10).
"""

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording.table import introductions_goal
from games.wording.base import Fact, Seating


def lessons(table: Observation, seating: Seating) -> list[Fact]:
    """The lessons for this hand; empty if there is nothing new."""
    if table["round"] > 1 or seating.reader is None:
        return []
    if table["phase"] == "choose":
        teacher = {1: _first, 2: _second, 3: _third}.get(table["turn"])
    else:
        teacher = {"exchange": _exchange, "damage": _damage}.get(table["phase"])
    return teacher(table) if teacher else []


def _first(table: Observation) -> list[Fact]:
    return [
        Fact(
            _("Two ships pass each other"),
            _(
                "Their bows touch now. After each turn they sail on by one zone, so more and more "
                "zones face each other, and then fewer again."
            ),
            at="tides",
        ),
        Fact(
            _("Both choose a card in secret"),
            _(
                "Then both are turned, and the one with the lower number is carried out first. "
                "Press a card to read what it would do."
            ),
            at="cards",
        ),
        Fact(
            _("Get ready first"),
            _(
                "Sailors and cannons come from your hold. To fire, a zone needs a sailor and a "
                "cannon on the side that faces the enemy."
            ),
            at="tides",
        ),
    ]


def _second(table: Observation) -> list[Fact]:
    return [
        Fact(
            _("Swing and Fire attack"),
            _(
                "They hit the zone opposite. Swing takes a sailor there, or the captain if he is "
                "alone; Fire clears the zone, and destroys it if it was empty. A mast takes the "
                "first shot for its zone."
            ),
            at="cards",
        ),
        Fact(_("How it ends"), _goal(table), at="seats"),
    ]


def _goal(table: Observation) -> str:
    if goal := table["goal"]:
        return " ".join([_("In the introduction game:"), introductions_goal(goal)])
    return _(
        "You win as soon as the enemy has three destroyed zones, or neither captain nor sailors."
    )


def _third(table: Observation) -> list[Fact]:
    pawn = Fact(
        _("The pawn"),
        _(
            "If the numbers are equal, its holder goes first. It goes to whoever was hit "
            "last, and Navigate can claim it."
        ),
        at="seats",
    )
    return [pawn] if table["introduction"] else [_captain(), pawn]


def _captain() -> Fact:
    return Fact(
        _("Without a captain"),
        _(
            "Your next card, other than Wait, then makes a sailor captain instead of doing what "
            "it says. So keep one on board."
        ),
        at="seats",
    )


def _exchange(table: Observation) -> list[Fact]:
    return [
        Fact(
            _("The lull"),
            _(
                "The ships have passed and turn about: cannons that pointed at the enemy now "
                "point away. Cards still in your hand may be swapped for those in your hold."
            ),
        )
    ]


def _damage(table: Observation) -> list[Fact]:
    return [
        Fact(
            _("Damage"),
            _("Each destroyed zone takes one of your cards out of the next round. You choose."),
            at="cards",
        )
    ]
