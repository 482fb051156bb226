"""The board of any game, from its wording alone: the table as lines, the answers as a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.game_view import GameView
from games.rules.base import Observation
from games.web.boards.base import RUNNING, not_asked
from games.wording.base import Event, Seating

SHEETS: tuple[str, ...] = ()
PAGE = RUNNING
ANSWERED = "games/plain/nothing.html"
KNOWS = "games/plain/nothing.html"
SCORES = "games/plain/scores.html"
BRIEF = "games/plain/brief.html"
OPEN_HANDS = "games/plain/open_hands.html"
PEEKED = "games/plain/peeked.html"


def board(view: GameView) -> dict[str, Any]:
    return {
        "lines": view.wording.standing(view.table, view.seating),
        "holding": view.wording.holding(view.table) if "you" in view.table else [],
    }


def brief(view: GameView) -> dict[str, Any]:
    return board(view)


def answer(view: GameView, choices: Sequence[str], given: str) -> dict[str, Any]:
    """Every answer is listed with its consequences, so the form ends with just a button."""
    return {"closing": "games/plain/closing.html"}


def idle(view: GameView) -> tuple[str, str]:
    return not_asked()


def knows(view: GameView) -> dict[str, Any]:
    return {}


def costs(events: Sequence[Event], seat: int | None) -> bool:
    return False


def revealed(
    events: Sequence[Event], before: Observation, after: Observation, seating: Seating
) -> dict[str, Any]:
    return {}


def scores(view: GameView) -> dict[str, Any]:
    return board(view)


def open_hands(
    observations: Sequence[Observation], bids: Mapping[int, str], seating: Seating
) -> list[dict[str, Any]]:
    """The cards of each seat before a hand, and its answer."""
    return [
        {"name": seating.names[seat], "cards": seen["you"]["cards"], "bid": bids.get(seat, "")}
        for seat, seen in enumerate(observations)
    ]
