"""Bids, tricks and remaining specialty cards of each side, and the score sheet."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import selectors
from games.catalogue.rowboat.rules.cards import DECK, SUITS
from games.catalogue.rowboat.shapes import Event, Observation
from games.catalogue.rowboat.wording.words import is_mine, side_seats, side_titled, suit_word
from games.drawing.plates import signed
from games.game_view import GameView
from games.wording.base import Seating

ORDER = ("rowboat", "moon", "lighthouse")  # as in the rules
MAX_BAGS = 5


def sides(table: Observation, seating: Seating) -> list[dict[str, Any]]:
    """One block per side: seats, bid, tricks and specialty cards."""
    return [_side(table, seating, side) for side in range(len(table["sides"]))]


def _side(table: Observation, seating: Seating, side: int) -> dict[str, Any]:
    seen, bid = table["sides"][side], table["side_bids"][side]
    seats = sorted(side_seats(side, seating))
    return {
        "seats": [_seat(table, seating, seat, alone=len(seats) == 1) for seat in seats],
        "bid": bid,
        "won": seen["tricks"],
        "needs": _needs(bid, seen["tricks"]),
        "score": signed(seen["score"]),
        "specials": [(name, name not in seen["left"]) for name in ORDER],
    }


def _needs(bid: int | None, won: int) -> str:
    """How many tricks a side still needs for its bid, or has won beyond it."""
    if bid is None:
        return ""
    if bid > won:
        return ngettext("needs %(n)s more", "needs %(n)s more", bid - won) % {"n": bid - won}
    if bid == won:
        return _("has its bid")
    return ngettext("%(n)s too many", "%(n)s too many", won - bid) % {"n": won - bid}


def _seat(table: Observation, seating: Seating, seat: int, *, alone: bool) -> dict[str, Any]:
    bid = table["bids"][seat]
    turn = seat in table["awaiting"]
    return {
        "number": seat + 1,
        "name": _("You") if seat == seating.reader else seating.names[seat],
        "me": seat == seating.reader,
        "turn": turn,
        "says": _says(table, bid, turn, alone),
    }


def _says(table: Observation, bid: int | None, turn: bool, alone: bool) -> str:
    """The note to the right of a seat's name."""
    if table["phase"] == "bid" and bid is None:
        return _("bids now") if turn else _("bids later")
    if bid is not None and (table["phase"] == "bid" or not alone):
        return _("bid %(bid)s") % {"bid": bid}
    if turn and table["phase"] in ("moon", "exchange"):
        return _("chooses")
    return ""


def scores(view: GameView) -> dict[str, Any]:
    """The score sheet: for each deal the bid, tricks and new score of each side."""
    table: Observation = view.table
    seating = view.seating
    told = selectors.observations.told_events(view.game, ("tide_laid", "stage_scored", "played"))
    return {
        "novice": table["novice"],
        "target": table["target"],
        "names": [
            (side, side_titled(side, seating), is_mine(side, seating))
            for side in range(len(table["sides"]))
        ],
        "deals": deals(told),
        "played": played(told) if view.game.recalls and table["phase"] != "over" else [],
        "now": None if view.game.outcome else _now(table),  # moderators may end it in a deal
        "bags": _bags(table),
    }


def deals(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The scored deals with their tricks and the points of each side."""
    lengths: dict[int, int] = {}
    rows = []
    for event in events:
        if event["kind"] == "tide_laid":
            lengths[event["stage"]] = event["count"]
        if event["kind"] == "stage_scored":
            stage = event["stage"]
            cells = [{**side, "score": signed(side["score"])} for side in event["sides"]]
            rows.append({"stage": stage, "tricks": lengths.get(stage), "cells": cells})
    return rows


def played(events: Iterable[Event]) -> list[tuple[str, list[str]]]:
    """The cards played in this deal, by suit and in order."""
    cards: list[str] = []
    for event in events:
        if event["kind"] == "tide_laid":
            cards = []
        if event["kind"] == "played" and event["card"] in DECK:
            cards.append(event["card"])
    suits = [
        (suit_word(letter), [card for card in DECK if card in cards and card[1] == letter])
        for letter in SUITS
    ]
    return [(word, found) for word, found in suits if found]


def _now(table: Observation) -> dict[str, Any]:
    """The current deal with the bids so far."""
    return {"stage": table["stage"], "bids": table["side_bids"]}


def _bags(table: Observation) -> dict[str, Any] | None:
    """The reader's sandbags; None for spectators, and in novice games, which have none."""
    if "you" not in table or table["novice"]:
        return None
    count = table["sides"][table["you"]["side"]]["bags"]
    return {
        "count": count,
        "signs": [place < count for place in range(MAX_BAGS)],
        "left": MAX_BAGS - count,
        "team": len(table["sides"]) < len(table["bids"]),
    }
