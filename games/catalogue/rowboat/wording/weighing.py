"""Rowboat: the consequences of playing a card, from the reader's observation."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.rowboat.rules.cards import ROWBOAT, knob
from games.catalogue.rowboat.rules.state import Play
from games.catalogue.rowboat.rules.tricks import strength, winner
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording import seeing
from games.catalogue.rowboat.wording.words import suit_word, the_card
from games.wording.base import Fact, Seating
from games.wording.lists import listed, started


@dataclass(frozen=True)
class Weighed:
    """`kind`: the card's role in this trick. `now`: compared with the cards on the table.
    `brief`: the upshot in a word or two. `then`: what could still happen. `binds`: later effects.
    """

    kind: str
    now: str
    brief: str
    then: str
    binds: str


def facts(table: Observation, notation: str, seating: Seating) -> list[Fact]:
    """The four facts about a card."""
    seen = weighed(table, notation.split()[1], seating)
    return [
        Fact(_("It is"), seen.kind),
        Fact(_("On the table"), seen.now),
        Fact(_("Then"), " ".join(filter(None, [seen.brief, seen.then]))),
        Fact(_("Later"), seen.binds or _("It doesn’t commit you to anything.")),
    ]


def weighed(table: Observation, card: str, seating: Seating) -> Weighed:
    """Evaluates one of the reader's cards, or the Rowboat, in the current trick."""
    brief, then = _upshot(table, card, seating)
    return Weighed(_kind(table, card), _now(table, card, seating), brief, then, _binds(table, card))


def _kind(table: Observation, card: str) -> str:
    suits = {"trump": suit_word(ruling_now(table)[1])}
    words = {
        seeing.THE_ROWBOAT: _("The Rowboat: it beats every other card."),
        seeing.KNOB: _("The Knob of this trick."),
        seeing.TRUMP: _("A trump: %(trump)s are trump.") % suits,
        seeing.OFF_COLOURED_KNOB: _("An off-coloured Knob: below trump, above the others."),
        seeing.NON_TRUMP: _("Neither trump nor Knob."),
    }
    return words[strength(card, ruling_now(table))[0]]


def short_kind(table: Observation, card: str) -> str:
    """The card's role in a word or two, for its caption; empty if it is obvious."""
    words = {
        seeing.KNOB: _("The Knob."),
        seeing.TRUMP: _("Trump."),
        seeing.OFF_COLOURED_KNOB: _("Off-coloured Knob."),
    }
    return words.get(strength(card, ruling_now(table))[0], "")


def _now(table: Observation, card: str, seating: Seating) -> str:
    """The card compared with the strongest card on the table."""
    top = seeing.strongest(table)
    if top is None:
        return _("You lead.")
    order = _compared(table, card, top)
    values = {"card": the_card(top.card)}
    if order > 0:
        return _("Above %(card)s.") % values
    if order == 0:
        return _("Equal to %(card)s.") % values
    return _("Below %(card)s.") % values


def _compared(table: Observation, card: str, top: Play) -> int:
    """1 if stronger, 0 if equal, −1 if weaker; of two Rowboats the first one wins."""
    mine, theirs = strength(card, ruling_now(table)), strength(top.card, ruling_now(table))
    if mine == theirs:
        return -1 if card == ROWBOAT else 0
    return 1 if mine > theirs else -1


def _upshot(table: Observation, card: str, seating: Seating) -> tuple[str, str]:
    me = table["you"]["seat"]
    top = seeing.strongest(table)
    order = 1 if top is None else _compared(table, card, top)
    if not seeing.seats_after(table, me):
        return _decided(table, card, seating)
    if order < 0:
        return _("Does not win."), ""
    if order == 0:
        return _("Ties."), _("Nobody wins, unless a higher card follows.")
    return _threatened(table, card)


def _decided(table: Observation, card: str, seating: Seating) -> tuple[str, str]:
    """The upshot if the reader plays last, so that the trick is decided."""
    me, count = table["you"]["seat"], table["pending"] + 1
    seat = winner([*seeing.plays_of(table), Play(me, card)], ruling_now(table))
    if seat is None:
        return _("Ties."), _ties(table)
    if seat == me:
        won = ngettext("Wins the trick.", "Wins %(count)s tricks.", count) % {"count": count}
        return won, bid_after(table, count)
    values = {"name": seating.names[seat], "count": count}
    lost = ngettext("%(name)s wins the trick.", "%(name)s wins %(count)s tricks.", count)
    return _("Does not win."), lost % values


def _ties(table: Observation) -> str:
    if seeing.is_last_trick(table):
        return _("The last trick would be lost to everybody.")
    return _("The trick would wait for whoever wins the next one.")


def bid_after(table: Observation, count: int) -> str:
    """What winning `count` more tricks means for the bid of the reader's side."""
    side = table["you"]["side"]
    bid = table["side_bids"][side]
    if bid is None:
        return ""
    missing = bid - table["sides"][side]["tricks"] - count
    if missing > 0:
        return ngettext(
            "Then %(n)s more is needed for the bid.",
            "Then %(n)s more are needed for the bid.",
            missing,
        ) % {"n": missing}
    if missing == 0:
        return _("That makes the bid.")
    return _("Over the bid: a sandbag for each extra trick.")


def _threatened(table: Observation, card: str) -> tuple[str, str]:
    """The upshot if the reader would be winning but others play after them."""
    threats = _threats(table, card)
    if not threats:
        return _("Wins."), _("Nothing that may follow beats it.")
    text = _("Unless %(threats)s follows.")
    return _("Ahead."), text % {"threats": _either(threats)}


def _either(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    return _("%(most)s or %(last)s") % {"most": ", ".join(words[:-1]), "last": words[-1]}


def _threats(table: Observation, card: str) -> list[str]:
    """What may still be played and equal or beat this card, from weak to strong."""
    kind, seen = strength(card, ruling_now(table))[0], seeing.known(table)
    found = []
    if kind == seeing.NON_TRUMP:
        found += [_("an equal or higher card"), _("an off-coloured Knob")]
    if kind == seeing.OFF_COLOURED_KNOB and knob(card) not in seen:  # of the same colour and value
        found.append(_("the other off-coloured Knob"))
    if kind < seeing.TRUMP:
        found.append(_("a trump"))
    if kind == seeing.TRUMP and seeing.higher_trumps(table, card):
        found.append(_("a higher trump"))
    if kind < seeing.KNOB and table["knob"] not in seen:
        found.append(_("the Knob"))
    if kind < seeing.THE_ROWBOAT and seeing.rowboat_may_come(table, table["you"]["seat"]):
        found.append(_("a Rowboat"))
    return found


def _binds(table: Observation, card: str) -> str:
    """The effects of this play on later tricks or the rest of the game."""
    told = []
    if f"play {card}" not in table["you"]["proper"]:
        told.append(_("A misplay: 2 sandbags when the deal is scored."))
    if card == ROWBOAT:
        told.append(_("Used up for the game; one of your cards stays unplayed."))
    saved = seeing.saved_by(table, card)
    if saved:
        values = {"card": the_card(saved), "trick": seeing.knob_trick(table, saved)}
        text = _("%(card)s is kept: it must be the Knob of trick %(trick)s.")
        told.append(started(text % values))
    return " ".join(told)


def use_of(table: Observation, card: str) -> str:
    """The tricks in which a card is trump or Knob."""
    trump = [str(n) for n, tide in enumerate(table["tide"], 1) if tide[1] == card[1]]
    told = []
    if trump:
        text = ngettext("Trump in trick %(tricks)s.", "Trump in tricks %(tricks)s.", len(trump))
        told.append(text % {"tricks": listed(trump)})
    if seeing.knob_trick(table, card):
        told.append(_("The Knob of trick %(trick)s.") % {"trick": seeing.knob_trick(table, card)})
    return " ".join(told) or _("Never trump or Knob in this Tide.")
