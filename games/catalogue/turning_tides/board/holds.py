"""Turning Tides: each seat's cards and units off the ship, open or counted."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.board.sea import condition, mine, owner
from games.catalogue.turning_tides.rules.cards import PROMOTION_LEVEL
from games.catalogue.turning_tides.rules.state import enemy
from games.catalogue.turning_tides.shapes import Observation
from games.catalogue.turning_tides.wording import label
from games.catalogue.turning_tides.wording.sea import captain_at
from games.catalogue.turning_tides.wording.words import card_word
from games.drawing.board_cards import LEVELS, SHIP_WORDS
from games.wording.base import Seating
from games.wording.lists import listed


def knows(table: Observation, seating: Seating) -> dict[str, Any]:
    """Both holds, the reader's first, and the hierarchy of cards."""
    me = mine(seating)
    return {
        "holds": [_hold(table, seat, seating) for seat in (me, enemy(me))],
        "levels": levels(table),
        "introduction": table["introduction"],
    }


def levels(table: Observation) -> list[tuple[int, str]]:
    """(number, cards) of each level, in order."""
    cards: dict[int, list[str]] = {}
    for card, level in LEVELS.items():
        cards.setdefault(level, []).append(card_word(card))
    found = [(level, ", ".join(names)) for level, names in cards.items()]
    return found if table["introduction"] else [*found, (PROMOTION_LEVEL, _("a promotion"))]


def _hold(table: Observation, seat: int, seating: Seating) -> dict[str, Any]:
    ship = table["ships"][seat]
    you = table.get("you")
    own = you if you and you["seat"] == seat else None
    return {
        **owner(table, seat, seating),
        "cards": list(own["cards"]) if own else [],
        "held": ship["cards"],
        "pile": ship["pile"],
        "pile_cards": list(own["pile"]) if own else [],
        "discard": ship["discard"],
        "exchange": ship["exchange"],
        "stowed": ship["stowed"],
        "stowed_cards": list(own["stowed"]) if own else [],
        "unseen": [] if own else [card for card in ship["unseen"] if card != "wait"],
        "hold": ship["hold"],
        "captain_lost": captain_at(table, seat) is None,
    }


def progress(table: Observation, seat: int, seating: Seating) -> dict[str, Any]:
    """The final state of one ship."""
    ship = table["ships"][seat]
    return {
        **owner(table, seat, seating),
        "destroyed": ship["destroyed"],
        "crew": ship["crew"],
        "captain": captain_at(table, seat),
        "words": condition(table, seat),
    }


def opened(seen: Observation, bids: Mapping[int, str], seating: Seating) -> dict[str, Any]:
    """All cards of one seat before a hand, and its answer."""
    you = seen["you"]
    seat = you["seat"]
    bid = bids.get(seat, "")
    return {
        **owner(seen, seat, seating),
        "cards": you["cards"],
        "pile_cards": you["pile"],
        "stowed_cards": you["stowed"],
        "played": bid if bid in SHIP_WORDS else "",
        "answer": listed([label(bid)]) if bid and bid not in SHIP_WORDS else "",
    }
