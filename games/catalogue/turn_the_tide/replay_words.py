"""Turn the Tide's events as sentences, for a replay in plain text."""

from collections.abc import Callable
from typing import Any

from games.catalogue.turn_the_tide import shapes
from games.rules.base import Event

Told = Callable[[Any], list[str]]  # takes its own kind of event


def tell(event: Event) -> list[str]:
    """The lines about one event; the bids themselves are printed by the caller."""
    teller = _TELLERS.get(event.kind)
    return teller({"kind": event.kind, **event.data}) if teller else []


def _turned_up(data: shapes.TurnedUp) -> list[str]:
    first, second = data["tides"]
    return [f"turn {data['turn']}, tides {first} and {second}"]


def _took(data: shapes.Took) -> list[str]:
    before, rank = data["before"], "highest" if data["rank"] == 1 else "second"
    old = "" if before is None else f" (was {before})"
    return [f"seat {data['seat']}, {rank}, takes the {data['tide']}{old}"]


def _chose(data: shapes.Chose) -> list[str]:
    return [f"seat {data['seat']} chooses the {data['tide']} and leaves the {data['left']}"]


def _paid(data: shapes.Paid) -> list[str]:
    left = data["belts_left"]
    belts = "1 belt" if left == 1 else f"{left or 'no'} belts"
    return [f"seat {data['seat']} stands deepest at {data['tide']}: gives a belt, {belts} left"]


def _out(data: shapes.Out) -> list[str]:
    return [f"seat {data['seat']} stands deepest at {data['tide']}, has no belt, and is out"]


def _nobody_paid(data: shapes.NobodyPaid) -> list[str]:
    return ["nobody left has a tide card, so nobody gives a belt"]


def _stage_scored(data: shapes.StageScored) -> list[str]:
    early = ", ended early" if data["early"] else ""
    lines = [f"stage {data['stage']} scored{early}"]
    for seat, total in zip(data["points"], data["scores"], strict=True):
        lines.append(f"  seat {seat['seat']}: {_points(seat):<24} total {total}")
    return lines


def _points(seat: shapes.Points) -> str:
    if seat["out"]:
        return "out, -1"
    bonus = " + 1 lowest water" if seat["bonus"] else ""
    return f"{seat['belts']}{bonus}" + (f" = {seat['points']}" if bonus else "")


_TELLERS: dict[str, Told] = {
    "turned_up": _turned_up,
    "chose": _chose,
    "took": _took,
    "paid": _paid,
    "out": _out,
    "nobody_paid": _nobody_paid,
    "stage_scored": _stage_scored,
}
