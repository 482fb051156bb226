"""Turn the Tide's lessons during the first three hands.

Tides and belts (rules 1.5), what happens to old water, and the points of a stage (1.6, 1.7).
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.turn_the_tide.shapes import Observation, Seat
from games.catalogue.turn_the_tide.wording.asking import asked
from games.wording.base import Fact, Seating


def lessons(table: Observation, seating: Seating) -> list[Fact]:
    """The lessons for this hand; empty if there is nothing new."""
    if table["stage"] > 1 or seating.reader is None:
        return []
    if table["phase"] == "take":
        return [_taking()]
    teacher = {1: _first, 2: _second, 3: _third}.get(table["hand"])
    if teacher is None or table["phase"] != "bid":
        return []
    return teacher(table, table["seats"][seating.reader], seating)


def _taking() -> Fact:
    return Fact(
        _("The highest card chooses"),
        _("Lower water is safer; but what you leave, somebody else must take."),
        at="tides",
    )


def _first(table: Observation, mine: Seat, seating: Seating) -> list[Fact]:
    belts = mine["belts"]
    return [
        Fact(
            _("Two tides are up"),
            f"{asked(table, seating)} " + _("All the others take nothing."),
            at="tides",
        ),
        Fact(
            _("The deepest pays"),
            ngettext(
                "Then whoever stands in the deepest water gives up a life belt. You have "
                "%(belts)s; without one to give you are out until the next stage.",
                "Then whoever stands in the deepest water gives up a life belt. You have "
                "%(belts)s; without one to give you are out until the next stage.",
                belts,
            )
            % {"belts": belts},
            at="seats",
        ),
        Fact(
            _("Choose a card"),
            _(
                "Choose one of yours, and read below the cards what it could lead to. A low card "
                "mostly keeps you out of trouble; a high one takes a tide."
            ),
            at="cards",
        ),
        Fact(
            _("Seal it"),
            _(
                "Nobody sees it until everybody’s card is in. Then all cards are turned "
                "at once, and this page tells you what happened."
            ),
            at="seal",
        ),
    ]


def _second(table: Observation, mine: Seat, seating: Seating) -> list[Fact]:
    return [
        Fact(
            _("New water covers the old"),
            f"{_my_water(mine['tide'])} "
            + _("Whoever takes a tide lays it on the old one: only the new one counts."),
            at="seats",
        ),
        Fact(
            _("So a tide can help"),
            _("In deep water, a high card that takes a low tide brings you up again."),
            at="tides",
        ),
        Fact(
            _("Cards are spent"),
            _(
                "Each card is played once in a stage. Storms are rare: think about when "
                "you’ll need yours."
            ),
            at="cards",
        ),
    ]


def _my_water(tide: int | None) -> str:
    if tide is None:
        return _("You have taken no tide yet and are still dry.")
    return _("Your water stands at %(tide)s.") % {"tide": tide}


def _third(table: Observation, mine: Seat, seating: Seating) -> list[Fact]:
    return [
        Fact(
            _("What a stage is worth"),
            _(
                "After %(hands)s hands, or when only two are left, each belt is a point. The "
                "lowest water brings one more; whoever went out loses one."
            )
            % {"hands": table["hands"]},
            at="seats",
        ),
        Fact(
            _("Then the cards move on"),
            _(
                "Everybody gets the twelve cards that their neighbour on the right had, "
                "with all their belts. So everybody plays the same cards once: what "
                "counts is what you make of them."
            ),
        ),
        Fact(
            _("That is the whole game"),
            _("From here on the table itself tells you what is new. Fair winds!"),
        ),
    ]
