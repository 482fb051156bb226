"""Turning Tides' board: the sea with both ships, the holds and the forms."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.board import holds, turned
from games.catalogue.turning_tides.board.forms import answer, compose, headline
from games.catalogue.turning_tides.board.sea import drawn_sea, flags, track
from games.catalogue.turning_tides.rules.seen import executing
from games.catalogue.turning_tides.shapes import Event, Observation
from games.catalogue.turning_tides.wording import sea as position
from games.game_view import GameView
from games.web.boards.base import not_asked
from games.wording.base import Seating

SHEETS: tuple[str, ...] = (
    "tideweb/css/boards.css",
    "tideweb/css/rowboat.css",  # for its card chooser
    "tideweb/css/turning-tides.css",
    "tideweb/css/turning-tides-table.css",
)
PAGE = "games/turning_tides/running.html"
ANSWERED = "games/turning_tides/turned.html"
KNOWS = "games/turning_tides/knows.html"
SCORES = "games/turning_tides/scores.html"
BRIEF = "games/turning_tides/brief.html"
OPEN_HANDS = "games/turning_tides/open_hands.html"
PEEKED = "games/plain/peeked.html"  # unused: this game has no way to look at other cards


def board(view: GameView) -> dict[str, Any]:
    """The ships, the revealed cards, and the state of each seat in the open hand."""
    table: Observation = view.table
    return {
        **drawn_sea(table, view.seating, aims=view.owes and not view.settling),
        "up": turned.being_carried_out(table, view.seating),
        "headline": _headline(view),
        "offer": _offer(view),
        "cards": table["you"]["cards"] if "you" in table else [],
        **holds.knows(table, view.seating),
    }


def _offer(view: GameView) -> dict[str, Any] | None:
    """An open offer to surrender that concerns this seat, with who made it."""
    table: Observation = view.table
    seat = table["you"]["offer"] if "you" in table else None
    if seat is None:
        return None
    return {"mine": seat == view.index, "name": view.seating.names[1 - (view.index or 0)]}


def _headline(view: GameView) -> str:
    """What the reader has to do, otherwise where the game stands."""
    table: Observation = view.table
    phase = table["phase"]
    if not view.owes or view.own or view.settling:
        return view.wording.heading(table)
    if phase == "choose":
        return _("Seal your card")
    if phase == "execute":
        task = executing(table)
        return headline(task["card"], task["promotion"])
    return _("Swap cards, or keep them") if phase == "exchange" else _("Put cards away")


def brief(view: GameView) -> dict[str, Any]:
    """The positions of the ships in words."""
    table: Observation = view.table
    return {
        "track": track(table),
        "flags": flags(table, view.seating),
        "pairs": position.pairs_words(table["offset"]),
        "cards": table["you"]["cards"],
    }


def idle(view: GameView) -> tuple[str, str]:
    """Says that the other seat is carrying out a card or busy in the lull."""
    return not_asked()


def knows(view: GameView) -> dict[str, Any]:
    """Both holds and piles, the hierarchy of cards, and what can be counted."""
    return holds.knows(view.table, view.seating)


def costs(events: Sequence[Event], seat: int | None) -> bool:
    """Whether this seat lost a unit or a zone."""
    return seat is not None and any(
        event["seat"] != seat and turned.did(event) != "nothing"
        for event in events
        if event["kind"] in ("swung", "fired")
    )


def revealed(
    events: Sequence[Event], before: Observation, after: Observation, seating: Seating
) -> dict[str, Any]:
    """The cards of a hand with their effects, and the ships after it."""
    return {**turned.turned(events, before, after, seating), "sea": drawn_sea(after, seating)}


def scores(view: GameView) -> dict[str, Any]:
    """The end of the game: both ships and the progress of each side."""
    table: Observation = view.table
    return {
        **drawn_sea(table, view.seating),
        "rows": [holds.progress(table, seat, view.seating) for seat in (0, 1)],
        "introduction": table["introduction"],
    }


def open_hands(
    observations: Sequence[Observation], bids: Mapping[int, str], seating: Seating
) -> list[dict[str, Any]]:
    """Both seats' cards before a hand."""
    return [holds.opened(seen, bids, seating) for seen in observations]


__all__ = [
    "ANSWERED",
    "BRIEF",
    "KNOWS",
    "OPEN_HANDS",
    "PAGE",
    "PEEKED",
    "SCORES",
    "SHEETS",
    "answer",
    "board",
    "brief",
    "compose",
    "costs",
    "idle",
    "knows",
    "open_hands",
    "revealed",
    "scores",
]
