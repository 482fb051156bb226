"""Turn the Tide: headings, what a hand asks for, and the names of answers."""

from django.utils.translation import gettext as _

from games.catalogue.turn_the_tide.shapes import Observation
from games.wording.base import Seating


def heading(table: Observation) -> str:
    """ "Stage 2 of 4, hand 4 of 12"; "Game over" at the end."""
    if table["phase"] == "over":
        return _("The game is over")
    return _("Stage %(stage)s of %(stages)s, hand %(hand)s of %(hands)s") % table


def place(table: Observation) -> str:
    """A short heading for a list of hands: "Stage 2, hand 4"."""
    if table["phase"] == "take":
        return _("Stage %(stage)s, hand %(hand)s, the choice") % table
    return _("Stage %(stage)s, hand %(hand)s") % table


def asked(table: Observation, seating: Seating) -> str:
    """How the two tides will be taken; empty when the game is over."""
    if not table["turned_up"]:
        return ""
    low, high = sorted(table["turned_up"])
    tides = {"low": low, "high": high}
    if table["phase"] == "take":
        return _asked_to_take(table, seating, tides)
    if low == high:
        return _("The two highest weather cards take a %(low)s each.") % tides
    if table["options"]["taker_chooses"]:
        return (
            _(
                "The highest weather chooses the %(low)s or the %(high)s; the second highest "
                "takes the other."
            )
            % tides
        )
    return _("The highest weather takes the %(low)s, the second highest the %(high)s.") % tides


def _asked_to_take(table: Observation, seating: Seating, tides: dict[str, int]) -> str:
    first, second = table["takers"]
    names = {"name": seating.names[first], "other": seating.names[second], **tides}
    if first == seating.reader:
        return (
            _(
                "Your card was highest: choose the %(low)s or the %(high)s. %(other)s takes the "
                "tide that you leave."
            )
            % names
        )
    if second == seating.reader:
        return (
            _(
                "%(name)s had the highest card and chooses the %(low)s or the %(high)s. You take "
                "the other."
            )
            % names
        )
    return (
        _(
            "%(name)s had the highest card and chooses the %(low)s or the %(high)s. %(other)s "
            "takes the other."
        )
        % names
    )


def label(notation: str) -> str:
    """An answer within a sentence: "the 44", "the lower tide"."""
    if notation == "take low":
        return _("the lower tide")
    if notation == "take high":
        return _("the higher tide")
    return _("the %(card)s") % {"card": notation}


def seal_label(notation: str) -> str:
    if notation == "take low":
        return _("Take the lower tide")
    if notation == "take high":
        return _("Take the higher tide")
    return _("Seal the %(card)s") % {"card": notation}
