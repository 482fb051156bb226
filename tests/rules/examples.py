"""A finished record of Turn the Tide, and ways to bend it."""

import json
import random
from functools import cache
from typing import Any

from games.catalogue.turn_the_tide import rules as tide
from games.rules.records import build_record
from tests.rules.driving import play


@cache
def _text(seats: int, seed: int) -> str:
    game = play(tide, seats, {}, random.Random(seed))
    end = tide.outcome(game.state)
    return json.dumps(
        build_record(tide.SLUG, tide.VERSION, seats, {}, game.shuffles, game.hands, end)
    )


def finished(seats: int = 4, seed: int = 1) -> dict[str, Any]:
    """A fresh copy of a finished record, free to be changed."""
    return json.loads(_text(seats, seed))


def unfinished(hands: int, shuffles: int = 2) -> dict[str, Any]:
    """The record cut after some hands of the first stage."""
    record = finished()
    del record["outcome"]
    return {**record, "hands": record["hands"][:hands], "shuffles": record["shuffles"][:shuffles]}


def changed(**changes: Any) -> dict[str, Any]:
    return {**finished(), **changes}


def with_hand(number: int, hand: Any) -> dict[str, Any]:
    """The finished record with another hand in this place, counted from 1."""
    record = finished()
    record["hands"][number - 1] = hand
    return record


def with_order(number: int, order: Any) -> dict[str, Any]:
    record = finished()
    record["shuffles"][number - 1] = order
    return record
