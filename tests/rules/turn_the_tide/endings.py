"""The ways in which a game of Turn the Tide can end, told from its events alone."""

from collections.abc import Iterable

from games.rules.base import Event


def ending(events: Iterable[Event]) -> set[str]:
    """What the last stage and the outcome were like."""
    last = _last_stage(list(events))
    out = [event for event in last if event.kind == "out"]
    left = len(_one(last, "played").data["bids"]) - len(out)
    winners = _one(last, "game_over").data["winners"]
    found = {"shared" if len(winners) > 1 else "alone"}
    found.add({1: "one left", 2: "two left"}.get(left, "more left"))
    found.add("early" if _one(last, "stage_scored").data["early"] else "twelve hands")
    if any(_is_cascade(turn) for turn in _turns(last)):
        found.add("cascade")
    if any(event.kind == "chose" for event in last):
        found.add("taker chooses")
    return found


def _last_stage(events: list[Event]) -> list[Event]:
    starts = [i for i, event in enumerate(events) if event.kind == "sets_passed"]
    return events[starts[-1] + 1 :]


def _turns(events: list[Event]) -> list[list[Event]]:
    starts = [i for i, event in enumerate(events) if event.kind == "turned_up"]
    return [events[a:b] for a, b in zip(starts, [*starts[1:], len(events)], strict=True)]


def _is_cascade(turn: list[Event]) -> bool:
    """Somebody paid at a lower level than the one at which others went out."""
    lowest_out = min((e.data["tide"] for e in turn if e.kind == "out"), default=0)
    return any(e.kind == "paid" and e.data["tide"] < lowest_out for e in turn)


def _one(events: list[Event], kind: str) -> Event:
    return next(event for event in events if event.kind == kind)
