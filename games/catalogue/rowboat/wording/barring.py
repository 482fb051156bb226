"""Rowboat: why a card may not be played (rules 2.4 and 2.5)."""

from django.utils.translation import gettext as _

from games.catalogue.rowboat.rules.cards import ROWBOAT, value
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.seeing import is_last_trick, knob_trick
from games.catalogue.rowboat.wording.words import suit_word, the_card


def barred(table: Observation) -> list[tuple[str, str]]:
    """The cards a reader may expect to be able to play but can't, with reasons."""
    you = table["you"]
    side = table["sides"][you["side"]]
    held = [*you["cards"], *([ROWBOAT] if ROWBOAT in side["left"] else [])]
    return [(card, why_not(table, card)) for card in held if f"play {card}" not in you["legal"]]


def why_not(table: Observation, card: str) -> str:
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
