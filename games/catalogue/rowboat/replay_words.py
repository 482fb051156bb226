"""Rowboat's events as sentences, for a replay in plain text."""

from collections.abc import Callable
from typing import Any

from games.catalogue.rowboat import shapes
from games.rules.base import Event

Told = Callable[[Any], list[str]]  # takes its own kind of event


def tell(event: Event) -> list[str]:
    """The lines about one event; the answers themselves are printed by the caller."""
    teller = _TELLERS.get(event.kind)
    return teller({"kind": event.kind, **event.data}) if teller else []


def _moon(data: shapes.Moon) -> list[str]:
    if data["count"] is None:
        return []
    return [f"seat {data['seat']} plays the Moon: {data['count']} cards for the Tide"]


def _tide_laid(data: shapes.TideLaid) -> list[str]:
    return [f"the Tide, {data['count']} cards: {' '.join(data['tide'])}"]


def _stage_dealt(data: shapes.StageDealt) -> list[str]:
    who = f"seat {data['dealer']} deals {data['cards']} cards each"
    return [f"{who}; seat {data['first']} bids and leads first"]


def _looked(data: shapes.Looked) -> list[str]:
    return [f"seat {data['seat']} looks by the Lighthouse"]


def _trick_won(data: shapes.TrickWon) -> list[str]:
    pending = f" with {data['pending']} pending" if data["pending"] else ""
    return [f"seat {data['seat']} takes trick {data['trick']}{pending}"]


def _trick_tied(data: shapes.TrickTied) -> list[str]:
    if data["lost"]:
        return [f"trick {data['trick']}, the last one, is tied: nobody takes it"]
    return [f"trick {data['trick']} is tied: {data['pending']} pending"]


def _stage_scored(data: shapes.StageScored) -> list[str]:
    sides = [f"  side {place}: {_side(side)}" for place, side in enumerate(data["sides"])]
    return [f"stage {data['stage']} scored", *sides]


def _side(side: shapes.SideScored) -> str:
    bid = "" if side["bid"] is None else f"bid {side['bid']}, "
    misplays = f", misplays {side['misplays']}" if side["misplays"] else ""
    cancelled = ", its win is cancelled" if side["cancelled"] else ""
    head = f"{bid}won {side['won']}{misplays}: {side['points']:+d} points{cancelled}"
    return f"{head}, now {side['score']}/{side['bags']}"


def _capsized(data: shapes.Capsized) -> list[str]:
    times = "" if data["times"] == 1 else f" {data['times']} times"
    return [f"side {data['side']} capsizes{times}"]


def _play_on(data: shapes.PlayOn) -> list[str]:
    return ["equal in score and sandbags: another stage decides"]


_TELLERS: dict[str, Told] = {
    "moon": _moon,
    "tide_laid": _tide_laid,
    "stage_dealt": _stage_dealt,
    "looked": _looked,
    "trick_won": _trick_won,
    "trick_tied": _trick_tied,
    "stage_scored": _stage_scored,
    "capsized": _capsized,
    "play_on": _play_on,
}
