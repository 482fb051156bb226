"""Turn the Tide's board: plates, revealed cards, and what one may know."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.turn_the_tide.shapes import Event, Observation, Seat, StageScored
from games.catalogue.turn_the_tide.wording.in_short import in_short
from games.catalogue.turn_the_tide.wording.paying import who_pays
from games.catalogue.turn_the_tide.wording.revealing import Shown, paid_in, scored_in, shown
from games.game_view import GameView
from games.web.boards.base import not_asked
from games.wording.base import Seating

SHEETS: tuple[str, ...] = ()
PAGE = "games/turn_the_tide/running.html"
ANSWERED = "games/turn_the_tide/revealed.html"  # a resolved hand
KNOWS = "games/turn_the_tide/knows.html"  # what the reader may know
SCORES = "games/turn_the_tide/scores.html"  # stage by stage
BRIEF = "games/turn_the_tide/brief.html"  # the table in one line
OPEN_HANDS = "games/turn_the_tide/open_hands.html"  # every seat's cards, for the replay
PEEKED = "games/plain/peeked.html"
SEALED = "games/turn_the_tide/sealed.html"


def board(view: GameView) -> dict[str, Any]:
    """The islands and the two face-up tides."""
    table: Observation = view.table
    states = {index: _state(view, index, seat["out"]) for index, seat in enumerate(table["seats"])}
    bidding = view.hand is not None and view.hand.phase == "bid"
    return {
        "plates": plates(table, view.seating, states),
        "tides": table["turned_up"],
        "lamps": bidding,
        "pays": who_pays(table, view.seating) if bidding else "",
        "cards": table["you"]["cards"] if "you" in table else [],
    }


def _state(view: GameView, index: int, out: bool) -> str:
    if out:
        return "out"
    if view.hand is None or index not in view.hand.awaiting:
        return ""
    if index in view.seats_in:
        return "sealed"
    if index == view.index:
        return "mine"
    return "" if view.hides else "wait"


def plates(
    table: Observation,
    seating: Seating,
    states: Mapping[int, str],
    before: Observation | None = None,
) -> list[dict[str, Any]]:
    """One plate per seat (templates/pieces/plate.html); `before` adds the previous water level."""
    return [
        {
            "seat": index + 1,
            "name": seating.names[index],
            "me": index == seating.reader,
            "level": seat["tide"],
            "up": seat["belts"],
            "lost": seat["set_belts"] - seat["belts"],
            "cards_left": seat["cards"],
            "score": seat["score"],
            "state": states.get(index, ""),
            "before": _level_before(before, index, seat["tide"]),
        }
        for index, seat in enumerate(table["seats"])
    ]


def _level_before(before: Observation | None, index: int, now: int | None) -> int | None:
    level = before["seats"][index]["tide"] if before else None
    return None if level == now else level


def brief(view: GameView) -> dict[str, Any]:
    """The table in one line, for "Your moves"."""
    table: Observation = view.table
    seats = table["seats"]
    others = [
        (view.seating.names[index], seat["tide"], seat["out"])
        for index, seat in enumerate(seats)
        if index != view.index
    ]
    mine = seats[view.index or 0]
    return {"tides": table["turned_up"], "mine": mine, "others": others}


def answer(view: GameView, choices: Sequence[str], given: str) -> dict[str, Any]:
    """The reader's cards, or the two tides, to choose from, with their effects."""
    table: Observation = view.table
    effects = in_short(table, choices, view.seating)
    if table["phase"] == "take":
        low, high = sorted(table["turned_up"])
        return {"takes": [("take low", low), ("take high", high)], "effects": effects}
    me = table["seats"][view.index or 0]
    cards = [int(choice) for choice in choices]
    return {"cards": cards, "played": sorted(me["played"]), "effects": effects}


def idle(view: GameView) -> tuple[str, str]:
    """Says that somebody else chooses a tide, or that this seat is out."""
    table: Observation = view.table
    if table["phase"] == "take":
        return not_asked()
    return (
        _("You are out of this stage"),
        _(
            "You don’t have to answer: the others finish it. You are back, with "
            "another set, in the next stage."
        ),
    )


def costs(events: Sequence[Event], seat: int | None) -> bool:
    """Whether this seat gave up a belt or is out."""
    return any(e["kind"] in ("paid", "out") and e["seat"] == seat for e in events)


def knows(view: GameView) -> dict[str, Any]:
    """Sets the reader held before, cards seen in this stage and earlier ones, and tides to come."""
    if not view.game.recalls:
        return {}
    table: Observation = view.table
    seats = table["seats"]
    sets = table["you"]["known_sets"] if "you" in table else []
    known = [
        {
            **held,
            "name": view.seating.names[held["seat"]],
            "gone": seats[held["seat"]]["played"],
            "left": len(held["cards"]) - len(seats[held["seat"]]["played"]),
        }
        for held in sets
    ]
    familiar = {held["seat"] for held in sets} | {view.index}
    strangers = [index for index in range(len(seats)) if index not in familiar]
    seen = [_seen_of(view.seating.names[index], seats[index]) for index in strangers]
    return {
        "known": known,
        "seen": [each for each in seen if each["cards"]],
        "undealt": 60 - 12 * len(seats),
        "tides_left": table["tides_left"],
        "hands_left": table["hands"] - table["hand"],
    }


def _seen_of(name: str, seat: Seat) -> dict[str, Any]:
    """The cards of somebody's set that all have seen, and how many of it nobody has."""
    before = seat.get("seen_before", [])
    cards = sorted({*before, *seat["played"]})
    return {
        "name": name,
        "cards": cards,
        "gone": seat["played"] if before else [],
        "left": seat["cards"],
        "never": len(seat["played"]) + seat["cards"] - len(cards),
        "before": bool(before),
    }


def revealed(
    events: Sequence[Event], before: Observation, after: Observation, seating: Seating
) -> dict[str, Any]:
    """A resolved hand: the cards, highest first, and the water or points after it."""
    scored = scored_in(events)
    rows: list[Shown] = shown(events, before, seating)
    signs = paid_in(events)
    return {
        "rows": rows,
        "tides": before["turned_up"],
        "plates": [] if scored else plates(after, seating, signs, before),
        "scored": _points(scored, seating) if scored else [],
        "stage": before["stage"],
        "early": bool(scored and scored["early"]),
        "by_card": any(row.card is not None for row in rows),
        "scene": _scene(rows, before, None if scored else after, signs),
    }


def _scene(
    rows: Sequence[Shown], before: Observation, after: Observation | None, paid: Mapping[int, str]
) -> dict[str, Any]:
    """For scene.js: who takes which tide, and the water before and after, by seat number. If the
    stage has ended, the water after it belongs to the next one and is left out.
    """
    seats = after["seats"] if after else []
    levels = [(before["seats"][place]["tide"], seat["tide"]) for place, seat in enumerate(seats)]
    return {
        "kind": "tide",
        "seats": [row.seat + 1 for row in rows],
        "takers": [row.seat + 1 if row.tide else 0 for row in rows],
        "levels": [[place, *pair] for place, pair in enumerate(levels, 1) if pair[0] != pair[1]],
        "pay": [row.seat + 1 for row in rows if row.seat in paid],
    }


def _points(scored: StageScored, seating: Seating) -> list[dict[str, Any]]:
    return [
        {
            **row,
            "number": row["seat"] + 1,
            "name": seating.names[row["seat"]],
            "me": row["seat"] == seating.reader,
            "total": scored["scores"][row["seat"]],
        }
        for row in scored["points"]
    ]


def scores(view: GameView) -> dict[str, Any]:
    """Points by stage and seat, and totals."""
    table: Observation = view.table
    seating = view.seating
    return {
        "names": [
            (index + 1, name, index == seating.reader) for index, name in enumerate(seating.names)
        ],
        "stages": list(enumerate(table["history"], 1)),
        "totals": [seat["score"] for seat in table["seats"]],
    }


def open_hands(
    observations: Sequence[Observation], bids: Mapping[int, str], seating: Seating
) -> list[dict[str, Any]]:
    """Every seat's cards before a hand, with the one it played."""
    return [
        {
            "seat": index + 1,
            "name": seating.names[index],
            "me": index == seating.reader,
            "cards": seen["you"]["cards"],
            "bid": bids.get(index, ""),
            "out": seen["seats"][index]["out"],
        }
        for index, seen in enumerate(observations)
    ]
