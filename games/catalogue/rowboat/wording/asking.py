"""Rowboat: headings, what a hand asks for, and the names of answers."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.rowboat.rules.asking import NO_MOON
from games.catalogue.rowboat.rules.cards import knob
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.words import by, suit_word, the_card
from games.wording.base import Seating
from games.wording.lists import listed, named, started


def heading(table: Observation) -> str:
    """ "Deal 4, trick 4 of 8"; "The game is over" at the end."""
    if table["phase"] == "over":
        return _("The game is over")
    values = {"stage": table["stage"], "trick": table["trick"], "tricks": len(table["tide"])}
    if table["phase"] == "moon":
        return _("Deal %(stage)s, before the Tide") % values
    if table["phase"] == "exchange":
        return _("Deal %(stage)s, the exchange") % values
    if table["phase"] == "bid":
        return _("Deal %(stage)s, the bids") % values
    return _("Deal %(stage)s, trick %(trick)s of %(tricks)s") % values


def place(table: Observation) -> str:
    """A short heading for a list of hands: "Deal 4, trick 4"."""
    if table["phase"] != "play":
        return heading(table)
    return _("Deal %(stage)s, trick %(trick)s") % {
        "stage": table["stage"],
        "trick": table["trick"],
    }


def stage_over(stage: int) -> str:
    return _("Deal %(stage)s is over") % {"stage": stage}


def asked(table: Observation, seating: Seating) -> str:
    """What this hand asks for; empty when the game is over."""
    askers = {"moon": _moon, "exchange": _exchange, "bid": _bid, "play": _play}
    asker = askers.get(table["phase"])
    return asker(table, seating) if asker and table["awaiting"] else ""


def _moon(table: Observation, seating: Seating) -> str:
    return by(
        table["dealer"],
        seating,
        _(
            "You deal and still have the Moon: use it to set the length of the Tide, "
            "4 to %(limit)s, or keep it."
        ),
        _("%(name)s deals, and may set the length of the Tide with the Moon."),
        limit=table["limit"],
    )


def _exchange(table: Observation, seating: Seating) -> str:
    if seating.reader is None:
        return _("Everybody gives their partner a card, all at the same time.")
    return _(
        "Give one of your cards to %(name)s, your partner. You see what you are "
        "given once all four have chosen."
    ) % {"name": seating.names[(seating.reader + 2) % 4]}


def _bid(table: Observation, seating: Seating) -> str:
    tricks = len(table["tide"])
    return " ".join(
        [
            by(
                table["bids_due"][0],
                seating,
                _("How many of the %(tricks)s tricks will you win?"),
                _("%(name)s bids; there are %(tricks)s tricks."),
                tricks=tricks,
            ),
            *_bids_made(table, seating),
            *_bids_to_come(table, seating),
        ]
    )


def _bids_made(table: Observation, seating: Seating) -> list[str]:
    made = [
        _("%(name)s %(bid)s") % {"name": named(seat, seating), "bid": bid}
        for seat, bid in enumerate(table["bids"])
        if bid is not None
    ]
    return [_("Bid so far: %(bids)s.") % {"bids": listed(made)}] if made else []


def _bids_to_come(table: Observation, seating: Seating) -> list[str]:
    later = table["bids_due"][1:]
    if table["bids_due"][0] != seating.reader or not later:
        return []
    names = listed([seating.names[seat] for seat in later])
    return [
        ngettext("%(names)s bids after you.", "%(names)s bid after you.", len(later))
        % {"names": names}
    ]


def _play(table: Observation, seating: Seating) -> str:
    values = {
        "trump": started(suit_word(ruling_now(table)[1])),
        "knob": the_card(knob(ruling_now(table))),
    }
    if table["knob"] in table["tide"]:
        rules = _("%(trump)s are trump; the Knob lies in the Tide, so nobody has it.") % values
    else:
        rules = _("%(trump)s are trump; the Knob, which beats even them, is %(knob)s.") % values
    seat = table["awaiting"][0]
    if table["on_table"]:
        return rules + " " + by(seat, seating, _("You play."), _("%(name)s plays."))
    return rules + " " + by(seat, seating, _("You lead."), _("%(name)s leads."))


def label(notation: str) -> str:
    """An answer within a sentence: "the 7 of waves", "a bid of 3"."""
    if notation == NO_MOON:
        return _("no Moon")
    verb, what = notation.split()
    if verb == "moon":
        return _("the Moon, for a Tide of %(size)s") % {"size": what}
    if verb == "bid":
        return _("a bid of %(bid)s") % {"bid": what}
    return the_card(what)


def seal_label(notation: str) -> str:
    if notation == NO_MOON:
        return _("Keep the Moon")
    verb, what = notation.split()
    if verb == "moon":
        return _("Play the Moon for %(size)s") % {"size": what}
    if verb == "bid":
        return _("Bid %(bid)s") % {"bid": what}
    if verb == "give":
        return started(_("Give %(card)s") % {"card": the_card(what)})
    return started(_("Play %(card)s") % {"card": the_card(what)})
