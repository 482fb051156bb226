"""Rowboat's lessons during the first deal.

The Tide and the Moon (rules 2.3), the bid and its value (2.7), a trick (2.4), and the specialty
cards (2.6).
"""

from django.utils.translation import gettext as _

from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.words import suit_word
from games.wording.base import Fact, Seating

SECOND = 2  # the trick in which the last lessons appear


def lessons(table: Observation, seating: Seating) -> list[Fact]:
    """The lessons for this hand; empty after the first tricks."""
    if table["stage"] > 1 or seating.reader is None:
        return []
    if table["phase"] == "play":
        return _play(table) if table["trick"] <= SECOND else []
    teacher = {"moon": _moon, "exchange": _exchange, "bid": _bid}.get(table["phase"])
    return teacher(table) if teacher else []


def _moon(table: Observation) -> list[Fact]:
    return [
        Fact(
            _("The Tide rules the tricks"),
            _(
                "Before each deal a row of cards is laid out, the Tide: its first card "
                "rules the first trick, its second the second. It ends when all four "
                "suits have appeared."
            ),
            at="tides",
        ),
        Fact(
            _("The dealer’s Moon"),
            _("Once a game, the dealer may set its length instead. There is no hurry."),
        ),
    ]


def _exchange(table: Observation) -> list[Fact]:
    return [
        Fact(
            _("You play in pairs"),
            _(
                "Your partner sits opposite; your bids and tricks count together. Each of you "
                "first gives the other one card, unseen."
            ),
            at="seats",
        )
    ]


def _bid(table: Observation) -> list[Fact]:
    return [
        Fact(
            _("Read the Tide"),
            _(
                "Its %(tricks)s cards rule one trick each. Their suit is trump there: count the "
                "tricks in which you hold high cards of that suit."
            )
            % {"tricks": len(table["tide"])},
            at="tides",
        ),
        Fact(
            _("The Knob"),
            _(
                "The card of the same value in the other suit of that colour beats even "
                "trump. See whether you hold one for a later trick."
            ),
            at="cards",
        ),
        Fact(_("Say how many you will win"), _worth(), at="seal"),
    ]


def _worth() -> str:
    return _(
        "As many or more: ten points for each trick you bid, and a sandbag for "
        "each one too many. Fewer: you lose as much. Five sandbags cost a hundred "
        "points."
    )


def _play(table: Observation) -> list[Fact]:
    trump = suit_word(ruling_now(table)[1])
    return [
        Fact(
            _("What you may play"),
            _(
                "Now %(suit)s are trump, whatever was led. If you hold %(suit)s you must "
                "play one; if you don’t, every card is free. The cards you may play stand "
                "out."
            )
            % {"suit": trump},
            at="cards",
        ),
        Fact(
            _("What wins"),
            _(
                "The Rowboat beats the Knob, the Knob beats trump, trump beats the rest. "
                "Otherwise the higher value wins, in any suit; equal cards tie, and "
                "whoever wins the next trick gets both."
            ),
            at="tides",
        ),
        Fact(
            _("Once a game"),
            _(
                "Played instead of a card, the Rowboat wins nearly any trick. The "
                "Lighthouse shows you the others’ cards for a short while."
            ),
            at="seats",
        ),
    ]
