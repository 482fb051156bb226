"""Rowboat: why an answer isn't possible (rules 2.3 to 2.5)."""

from django.utils.translation import gettext as _

from games.catalogue.rowboat.rules.cards import ROWBOAT, value
from games.catalogue.rowboat.rules.reading import understood
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.seeing import is_last_trick, knob_trick
from games.catalogue.rowboat.wording.words import suit_word, the_card


def barred(table: Observation) -> list[tuple[str, str]]:
    """The cards a reader may expect to be able to play but can't, with reasons."""
    you = table["you"]
    side = table["sides"][you["side"]]
    held = [*you["cards"], *([ROWBOAT] if ROWBOAT in side["left"] else [])]
    return [(card, _why_held(table, card)) for card in held if f"play {card}" not in you["legal"]]


def why_not(table: Observation, text: str) -> str:
    """Why this answer isn't possible; empty if it answers another question."""
    verb, _sep, what = (understood(text, table["phase"]) or "").partition(" ")
    if verb != {"exchange": "give"}.get(table["phase"], table["phase"]):
        return ""
    if verb in ("bid", "moon"):
        return _why_number(table, verb, what)
    you = table["you"]
    if what not in (table["sides"][you["side"]]["left"] if what == ROWBOAT else you["cards"]):
        return _("You don’t hold %(card)s now.") % {"card": the_card(what)}
    return _why_held(table, what) if verb == "play" else ""


def _why_number(table: Observation, verb: str, number: str) -> str:
    if verb == "bid" and number == "0" and len(table["bids"]) == len(table["sides"]) * 2:
        return _("Your partner bid 0, and a team bids at least 1.")
    numbers = [int(each.split()[1]) for each in table["you"]["legal"] if each.startswith(verb)]
    return _("The lowest number is %(low)s, the highest %(high)s.") % {
        "low": min(numbers),
        "high": max(numbers),
    }


def _why_held(table: Observation, card: str) -> str:
    """The reason in a few words."""
    bound = {each["card"]: each["trick"] for each in table["you"]["married"]}
    due = next((held for held, trick in bound.items() if trick == table["trick"]), None)
    if due:
        text = _("Not now: you kept %(card)s for this trick.")
        return text % {"card": the_card(due)}
    if card in bound:
        text = _("Kept for trick %(trick)s, where it is the Knob.")
        return text % {"trick": knob_trick(table, card)}
    if card == ROWBOAT and is_last_trick(table):
        return _("Not on the last trick of a deal.")
    trump = {"trump": suit_word(ruling_now(table)[1])}
    if value(card) == value(ruling_now(table)):
        return _("You still hold %(trump)s: follow first.") % trump
    return _("Not %(trump)s: you must follow trump.") % trump
