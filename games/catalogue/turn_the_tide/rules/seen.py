"""Turn the Tide: observations (1.8)."""

from games.catalogue.turn_the_tide.rules.state import (
    TIDE_CARDS,
    TURNS,
    State,
    belt_count,
    legal,
    scores,
    set_of,
    shown_of,
    shown_phase,
    turned_up,
)
from games.catalogue.turn_the_tide.shapes import KnownSet, Observation, Seat, You


def observation(state: State, seat: int | None) -> Observation:
    """The table of docs/records.md section 6 with other public facts, and `you` for a seat."""
    table: Observation = {
        "stage": state.stage,
        "hand": state.turn,
        "phase": shown_phase(state),
        "turned_up": turned_up(state),
        "seats": [_seat_seen(state, other) for other in range(state.seats)],
        "stages": state.seats,
        "hands": TURNS,
        "options": {"cascade": state.cascade, "taker_chooses": state.taker_chooses},
        "tides_left": sorted(state.deck[2 * state.turn :]) if state.deck else TIDE_CARDS.copy(),
        "takers": list(state.takers),
        "history": [list(points) for points in state.history],
    }
    return table if seat is None else {**table, "you": _you(state, seat)}


def _seat_seen(state: State, seat: int) -> Seat:
    place: Seat = {
        "belts": state.belts[seat],
        "tide": state.tides[seat],
        "out": state.out[seat],
        "cards": len(state.held[seat]),
        "score": scores(state)[seat],
        "played": list(state.played[seat]),
        "set_belts": belt_count(set_of(state, seat, state.stage)),
    }
    if state.shown:
        place["seen_before"] = list(shown_of(state, seat))
    return place


def _you(state: State, seat: int) -> You:
    return {
        "seat": seat,
        "cards": list(state.cards[seat]),
        "known_sets": [_known_set(state, seat, stage) for stage in range(1, state.stage)],
        "legal": legal(state, seat),
    }


def _known_set(state: State, seat: int, stage: int) -> KnownSet:
    """A set this seat held in an earlier stage, and who holds it now (1.8)."""
    holder = (seat + state.stage - stage) % state.seats
    return {"stage": stage, "seat": holder, "cards": list(set_of(state, seat, stage))}


def without_memory(seen: Observation) -> Observation:
    """The observation without cards and sets that are face down now and would have to be
    remembered (TT-16: strict tables don't allow looking through them).
    """
    bare: Observation = {
        **seen,
        "seats": [{**each, "played": []} for each in seen["seats"]],
        "tides_left": [],
    }
    for place in bare["seats"]:
        place.pop("seen_before", None)
    if "you" in seen:
        bare["you"] = {**seen["you"], "known_sets": []}
    return bare
