"""Tables in the middle of a stage, as the worked examples of the rules describe them."""

from typing import Any

from games.catalogue.turn_the_tide import rules as tide
from games.catalogue.turn_the_tide.rules.state import State
from games.rules.base import Event

Level = int | None


def table(
    *places: tuple[int, Level],
    tides: tuple[int, int] = (1, 2),
    bids: tuple[int, ...] = (),
    turn: int = 2,
    **changes: Any,
) -> State:
    """Seats with (belts up, tide); each holds its bid, and beltless sets to pass on."""
    seats = len(places)
    deck = [3] * 24
    deck[2 * turn - 2 : 2 * turn] = tides
    state = State(
        seats=seats,
        cascade=True,
        taker_chooses=False,
        phase="bid",
        turn=turn,
        sets=tuple(tuple(range(12 * i + 1, 12 * i + 13)) for i in range(seats)),
        deck=tuple(deck),
        held=tuple((str(bid),) for bid in bids),
        played=((),) * seats,
        belts=tuple(belts for belts, _ in places),
        tides=tuple(level for _, level in places),
        out=(False,) * seats,
    )
    return state._replace(**changes)


def turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """The turn in which every seat still in plays the only card that it holds."""
    return tide.resolve(state, {seat: state.held[seat][0] for seat in tide.awaiting(state)})


def places(state: State) -> list[tuple[int, Level] | str]:
    """What `table` was given, after the turn; "out" for an eliminated seat."""
    return [
        "out" if state.out[seat] else (state.belts[seat], state.tides[seat])
        for seat in range(state.seats)
    ]


def points(events: tuple[Event, ...]) -> list[int]:
    """The points of the stage that was scored by these events."""
    scored = next(event for event in events if event.kind == "stage_scored")
    return [seat["points"] for seat in scored.data["points"]]


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]
