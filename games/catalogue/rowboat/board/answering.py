"""Rowboat's answer form."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.rowboat.rules.cards import ROWBOAT
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.barring import barred
from games.catalogue.rowboat.wording.seeing import seats_after
from games.catalogue.rowboat.wording.weighing import short_kind, use_of, weighed
from games.catalogue.rowboat.wording.words import suit_word
from games.drawing.board_cards import SUITS
from games.game_view import GameView
from games.wording.base import Seating
from games.wording.lists import listed


def answer(view: GameView, choices: Sequence[str], given: str) -> dict[str, Any]:
    """The context of answer.html for the current phase; `choosing` holds what it overrides."""
    table: Observation = view.table
    seating = view.seating
    shapes = {"moon": _moon, "exchange": _exchange, "bid": _bid, "play": _play}
    shape = shapes[table["phase"]](table, seating, choices)
    form = {"phase": table["phase"], "closing": "games/rowboat/closing.html"}
    if "effects" not in shape:
        shape["effects"] = [(each, _first(view, each)) for each in choices]
    counts = _counts(table, shape)
    asks = " ".join([_("You may play"), shape["may"]]) if "may" in shape else counts
    held = table["you"]["cards"]
    return {**form, "held": held, "shown": len(held), "asks": asks, "counts": counts, **shape}


def _first(view: GameView, choice: str) -> str:
    """The two most important consequences of a bid or of a length of the Tide."""
    return " ".join(
        fact.text for fact in view.wording.consequences(view.table, choice, view.seating)[:2]
    )


def _counts(table: Observation, shape: dict[str, Any]) -> str:
    """A sentence about when the answer takes effect."""
    if table["phase"] == "exchange":
        return _("Nobody sees it until all four have chosen. You can change it until then.")
    if shape.get("last"):
        return _("You are last: the trick is decided at once, and the card can’t be taken back.")
    return _("It counts at once, for everybody to see, and can’t be taken back.")


def _moon(table: Observation, seating: Seating, choices: Sequence[str]) -> dict[str, Any]:
    sizes = [(choice, choice.split()[1]) for choice in choices if choice.startswith("moon")]
    return {"sizes": sizes, "button": _("Deal like this")}


def _exchange(table: Observation, seating: Seating, choices: Sequence[str]) -> dict[str, Any]:
    cards = [
        {"value": f"give {card}", "card": card, "brief": "", "says": use_of(table, card)}
        for card in table["you"]["cards"]
    ]
    effects = [(card["value"], card["says"]) for card in cards]
    return {"cards": cards, "rows": [], "effects": effects, "button": _("Give the chosen card")}


def _bid(table: Observation, seating: Seating, choices: Sequence[str]) -> dict[str, Any]:
    numbers = [(choice, int(choice.split()[1])) for choice in choices]
    return {
        "bids": [(choice, number, 10 * number) for choice, number in numbers],
        "suits": suits_held(table["you"]["cards"]),
        "button": _("Bid this number"),
    }


def suits_held(cards: Sequence[str]) -> str:
    """ "3 × maps, 2 × waves"."""
    counts = [(suit_word(letter), sum(card[1] == letter for card in cards)) for letter in SUITS]
    return listed(
        [_("%(n)s × %(suit)s") % {"n": count, "suit": word} for word, count in counts if count]
    )


def _play(table: Observation, seating: Seating, choices: Sequence[str]) -> dict[str, Any]:
    cards = [_card(table, choice, seating) for choice in _as_held(table, choices)]
    effects = {card["value"]: f"{card['brief']} {card['says']}".strip() for card in cards}
    not_now = barred(table)
    last = not seats_after(table, table["you"]["seat"])
    return {
        "cards": [card for card in cards if card["proper"]],
        "misplays": [card for card in cards if not card["proper"]],
        "barred": [
            {"card": card, "number": number}
            for number, (card, _why) in enumerate(not_now, len(choices) + 1)
        ],
        "effects": [*((choice, effects[choice]) for choice in choices), *not_now],
        "rows": [],
        "shown": len(cards) + len(not_now),
        "may": _may(table),
        "left": _left(len(table["you"]["cards"])),
        "last": last,
        "button": _("Play the chosen card"),
    }


def _as_held(table: Observation, choices: Sequence[str]) -> list[str]:
    """The choices by suit in the order they are held, highest first, the Rowboat last."""
    ordered = [f"play {card}" for card in (*table["you"]["cards"], ROWBOAT)]
    return [choice for choice in ordered if choice in choices]


def _card(table: Observation, choice: str, seating: Seating) -> dict[str, Any]:
    card = choice.split()[1]
    seen = weighed(table, card, seating)
    below = seen.now if table["on_table"] and not seen.then else ""
    proper = choice in table["you"]["proper"]
    binds = seen.binds if proper else ""  # what a misplay costs is in the legend
    words = [short_kind(table, card), below, seen.then, binds]
    return {
        "value": choice,
        "card": None if card == ROWBOAT else card,
        "proper": proper,
        "brief": seen.brief,
        "says": " ".join(filter(None, words)),
    }


def _may(table: Observation) -> str:
    """A sentence about which cards may be played."""
    if len(table["you"]["proper"]) == 1:
        return _("only this one.")
    trump = {"trump": suit_word(ruling_now(table)[1])}
    held = [card for card in table["you"]["cards"] if card[1] == ruling_now(table)[1]]
    free = any(
        choice.split()[1][-1] != ruling_now(table)[1]
        and choice.split()[1] not in (table["knob"], ROWBOAT)
        for choice in table["you"]["proper"]
    )
    if free:
        return _("any of these.") if not held else _("any of these; you may keep your last trump.")
    return _("one of your %(trump)s, the Knob if you have it, or your Rowboat.") % trump


def _left(count: int) -> str:
    return ngettext("%(n)s card left", "%(n)s cards left", count) % {"n": count}
