"""Turning Tides' board: the sea with both ships, the holds and the forms."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.turning_tides.board import holds, turned
from games.catalogue.turning_tides.board.forms import answer, compose, headline
from games.catalogue.turning_tides.board.sea import drawn_sea, flags, track
from games.catalogue.turning_tides.wording import sea as position
from games.game_view import GameView
from games.web.boards.base import not_asked
from games.wording.base import Event, Observation, Seating

SLUG = "turning-tides"
SHEETS: tuple[str, ...] = (
    "tideweb/css/boards.css",
    "tideweb/css/rowboat.css",  # for its card chooser
    "tideweb/css/ships.css",
)
PAGE = "games/turning_tides/running.html"
ANSWERED = "games/turning_tides/turned.html"
KNOWS = "games/turning_tides/knows.html"
SCORES = "games/turning_tides/scores.html"
BRIEF = "games/turning_tides/brief.html"
OPEN_HANDS = "games/turning_tides/open_hands.html"
PEEKED = "games/plain/peeked.html"  # unused: this game has no way to look at other cards


def board(sight: GameView) -> dict[str, Any]:
    """The ships, the revealed cards, and the state of each seat in the open hand."""
    return {
        **drawn_sea(sight.table, sight.circle, aims=sight.owes and not sight.settling),
        "up": turned.being_carried_out(sight.table, sight.circle),
        "headline": _headline(sight),
        "heading": sight.wording.heading(sight.table),
        "offer": _offer(sight),
        "cards": sight.table["you"]["cards"] if "you" in sight.table else [],
        **holds.knows(sight.table, sight.circle),
    }


def _offer(sight: GameView) -> dict[str, Any] | None:
    """An open offer to surrender that concerns this seat, with who made it."""
    seat = sight.table["you"]["offer"] if "you" in sight.table else None
    if seat is None:
        return None
    return {"mine": seat == sight.index, "name": sight.circle.names[1 - (sight.index or 0)]}


def _headline(sight: GameView) -> str:
    """What the reader has to do, otherwise where the game stands."""
    phase, executing = sight.table["phase"], sight.table["executing"]
    if not sight.owes or sight.own or sight.settling:
        return sight.wording.heading(sight.table)
    if phase == "choose":
        return _("Seal your card")
    if phase == "execute":
        return headline(executing["card"], executing["promotion"])
    return _("Swap cards, or keep them") if phase == "exchange" else _("Put cards away")


def brief(sight: GameView) -> dict[str, Any]:
    """The positions of the ships in words."""
    return {
        "track": track(sight.table),
        "flags": flags(sight.table, sight.circle),
        "pairs": position.pairs_words(sight.table["offset"]),
        "cards": sight.table["you"]["cards"],
    }


def idle(sight: GameView) -> tuple[str, str]:
    """Says that the other seat is carrying out a card or busy in the lull."""
    return not_asked()


def knows(sight: GameView) -> dict[str, Any]:
    """Both holds and piles, the hierarchy of cards, and what can be counted."""
    return holds.knows(sight.table, sight.circle)


def costs(events: Sequence[Event], seat: int | None) -> bool:
    """Whether this seat lost a unit or a zone."""
    return any(
        event["kind"] in ("swung", "fired")
        and event["seat"] != seat
        and (event.get("removed") or event.get("effect", "nothing") != "nothing")
        for event in events
        if seat is not None
    )


def revealed(
    events: Sequence[Event], before: Observation, after: Observation, circle: Seating
) -> dict[str, Any]:
    """The cards of a hand with their effects, and the ships after it."""
    return {**turned.turned(events, before, after, circle), "sea": drawn_sea(after, circle)}


def scores(sight: GameView) -> dict[str, Any]:
    """The end of the game: both ships and the progress of each side."""
    return {
        **drawn_sea(sight.table, sight.circle),
        "rows": [holds.progress(sight.table, seat, sight.circle) for seat in (0, 1)],
        "introduction": sight.table["introduction"],
    }


def open_hands(
    observations: Sequence[Observation], bids: Mapping[int, str], circle: Seating
) -> list[dict[str, Any]]:
    """Both seats' cards before a hand."""
    return [holds.opened(seen, bids, circle) for seen in observations]


__all__ = [
    "ANSWERED",
    "BRIEF",
    "KNOWS",
    "OPEN_HANDS",
    "PAGE",
    "PEEKED",
    "SCORES",
    "SHEETS",
    "SLUG",
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
