"""Resolved hands, and open cards: in a replay and under the Lighthouse."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.rowboat.board.page import trick
from games.catalogue.rowboat.board.tide import tide
from games.catalogue.rowboat.shapes import (
    CardPlayed,
    Event,
    Observation,
    Played,
    StageScored,
    TrickTied,
    TrickWon,
)
from games.catalogue.rowboat.wording.asking import label
from games.catalogue.rowboat.wording.words import gained, is_mine, side_titled
from games.drawing.plates import signed
from games.game_view import GameView
from games.web.boards.base import not_asked
from games.wording.base import Seating


def revealed(
    events: Sequence[Event], before: Observation, after: Observation, seating: Seating
) -> dict[str, Any]:
    """The trick after the hand, or else what the hand brought."""
    played = next((event for event in events if event["kind"] == "played"), None)
    ended = next((e for e in events if e["kind"] in ("trick_won", "trick_tied")), None)
    scored = next((event for event in events if event["kind"] == "stage_scored"), None)
    shown = after.copy()
    shown.pop("you", None)
    return {
        "trick": _trick(before, played, ended, seating) if played else None,
        "tide": None if played else tide(shown, seating),
        "scored": _scored(scored, seating) if scored else None,
        "novice": before["novice"],
        "scene": _scene(ended) if ended else None,
    }


def _scene(ended: TrickWon | TrickTied) -> dict[str, Any]:
    """For scene.js: the number of the seat that won the trick; 0 if it is tied."""
    return {"kind": "trick", "winner": ended["seat"] + 1 if ended["kind"] == "trick_won" else 0}


def _trick(
    before: Observation, played: Played, ended: TrickWon | TrickTied | None, seating: Seating
) -> dict[str, Any]:
    """The trick with the new card, and its winner if it is complete."""
    plays: list[CardPlayed] = [
        *before["on_table"],
        {"seat": played["seat"], "card": played["card"]},
    ]
    awaiting = list(before["turns"][len(plays) :])[:1]
    seen = trick({**before, "on_table": plays, "awaiting": awaiting}, seating)
    if ended is None:
        return {**seen, "ended": False}
    winner = ended["seat"] if ended["kind"] == "trick_won" else None
    for row in seen["plays"]:
        won = winner is not None and row["number"] == winner + 1
        row.update(
            good=won,
            says=_("wins the trick") if won else row["says"].replace(_("ties so far"), _("tied")),
        )
    return {**seen, "ended": True, "pending": 0}


def _scored(event: StageScored, seating: Seating) -> dict[str, Any]:
    rows = [
        {
            **side,
            "name": side_titled(place, seating),
            "me": is_mine(place, seating),
            "points": gained(side["points"]),
            "score": signed(side["score"]),
        }
        for place, side in enumerate(event["sides"])
    ]
    return {"stage": event["stage"], "rows": rows}


def open_hands(
    observations: Sequence[Observation], bids: Mapping[int, str], seating: Seating
) -> list[dict[str, Any]]:
    """Every seat's cards before a hand, with its answer."""
    return [
        {
            "number": index + 1,
            "name": seating.names[index],
            "me": index == seating.reader,
            "cards": seen["you"]["cards"],
            "married": [each["card"] for each in seen["you"]["married"]],
            "bid": label(bids[index]) if index in bids else "",
            "card": bids[index].split()[-1] if index in bids else "",
        }
        for index, seen in enumerate(observations)
    ]


def costs(events: Sequence[Event], seat: int | None) -> bool:
    """Whether the side of this seat capsized or missed its bid."""
    return any(_lost(event, seat) for event in events if event["kind"] == "stage_scored")


def _lost(event: StageScored, seat: int | None) -> bool:
    mine = event["sides"][seat % len(event["sides"])] if seat is not None else None
    return bool(mine and (mine["points"] < 0 or mine["capsized"]))


def idle(view: GameView) -> tuple[str, str]:
    """Says that players answer in turn; the page adds whose turn it is."""
    return not_asked()[0], _(
        "In this game players answer one after the other. We’ll tell you when it is your turn."
    )
