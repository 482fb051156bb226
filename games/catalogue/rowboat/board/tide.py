"""The Tide: each trick's ruling card, trump and Knob, and its outcome."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.rowboat.rules.cards import knob
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.words import bare_card, suit_word
from games.drawing.board_cards import SUITS
from games.wording.base import Seating


def tide(table: Observation, seating: Seating) -> dict[str, Any]:
    """One place per trick; before play starts, with the trumps that the reader holds."""
    before = table["phase"] in ("exchange", "bid")
    cards = table["you"]["cards"] if before and "you" in table else []
    places = [_place(table, seating, number, cards) for number in range(1, len(table["tide"]) + 1)]
    return {
        "places": places,
        "mine": bool(cards),
        "kept": any(place["kept"] for place in places),
        "no_knob": any(not place["knob"] for place in places),
    }


def _place(
    table: Observation, seating: Seating, number: int, cards: Collection[str]
) -> dict[str, Any]:
    ruling = table["tide"][number - 1]
    its_knob = knob(ruling)
    return {
        "number": number,
        "state": _state(table, number),
        "card": ruling,
        "title": _("Ruling card %(card)s") % {"card": bare_card(ruling)},
        "suit": SUITS[ruling[1]],
        "trump": suit_word(ruling[1]),
        "knob": None if its_knob in table["tide"] else its_knob,
        "knob_suit": SUITS[its_knob[1]],
        "knob_words": bare_card(its_knob),
        "foot": _foot(table, seating, number),
        "kept": _kept(table, number),
        "mine": [
            (card, card == its_knob) for card in cards if card[1] == ruling[1] or card == its_knob
        ],
    }


def _state(table: Observation, number: int) -> str:
    if number <= len(table["history"]):
        return "past"
    return "now" if table["phase"] == "play" and number == table["trick"] else "next"


def _foot(table: Observation, seating: Seating, number: int) -> str:
    """Who won a finished trick."""
    if number > len(table["history"]):
        return ""
    winner = table["history"][number - 1]["winner"]
    if winner is None:
        return _("tied")
    return _("You") if winner == seating.reader else seating.names[winner]


def _kept(table: Observation, number: int) -> bool:
    """Whether the reader has saved the Knob of that trick."""
    bound = table["you"]["married"] if "you" in table else []
    return any(each["trick"] == number for each in bound)
