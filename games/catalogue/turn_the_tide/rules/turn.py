"""Turn the Tide: one turn (1.5), the end of a stage (1.6) and of the game (1.7)."""

from collections.abc import Mapping

from games.catalogue.turn_the_tide.rules.reading import quoted
from games.catalogue.turn_the_tide.rules.state import (
    CARD_OF,
    TAKES,
    TURNS,
    Phase,
    State,
    awaiting,
    legal,
    outcome,
    scores,
    shown_of,
    stage_laid_out,
    turned_up,
)
from games.catalogue.turn_the_tide.rules.water import Table, bonus_seats, lose, stage_points, take
from games.rules.base import Json, Step
from games.rules.errors import Illegal


def resolve(state: State, bids: Mapping[int, str]) -> Step:
    """Resolves a hand: reveals weather cards, or carries out the choice of a tide. Raises
    `Illegal`.
    """
    owed = awaiting(state)
    if bids.keys() != set(owed):
        came, due = f"seats {list(bids)}", f"seats {list(owed)}"
        raise Illegal(came, [due], f"Bids came from {came}, but they are owed by {due}.")
    table = Table(
        list(state.held),
        list(state.played),
        list(state.belts),
        list(state.tides),
        list(state.out),
    )
    if state.phase == "take":
        after = _choose(state, table, bids[owed[0]])
    else:
        after = _reveal(state, table, bids)
    return Step(after, tuple(table.events))


def _refusal(state: State, seat: int, bid: str) -> Illegal:
    reason = f"Seat {seat} cannot bid {quoted(bid)} now."
    return Illegal(bid, legal(state, seat), reason)


def _reveal(state: State, table: Table, bids: Mapping[int, str]) -> State:
    """Reveals all cards at once; the two highest take the tide cards (1.5(2), 1.5(3))."""
    tides = turned_up(state)
    low, high = sorted(tides)
    seat_of = _played(state, table, bids)
    *_others, second, highest = map(seat_of.__getitem__, sorted(seat_of))
    table.tell("turned_up", {"stage": state.stage, "turn": state.turn, "tides": tides})
    table.tell("played", {"bids": {str(seat): card for card, seat in seat_of.items()}})
    if state.taker_chooses and low != high:
        table.tell("may_choose", {"seat": highest, "tides": [low, high]})
        return _put_back(state, table, "take", state.turn, (highest, second))
    return _take_both(state, table, (highest, second), (low, high))


def _played(state: State, table: Table, bids: Mapping[int, str]) -> dict[int, int]:
    """Plays the cards; returns the seat by card. Raises `Illegal`."""
    seat_of = {}
    for seat in sorted(bids):
        held, bid = table.held[seat], bids[seat]
        if bid not in held:
            raise _refusal(state, seat, bid)
        place = held.index(bid)
        table.held[seat] = held[:place] + held[place + 1 :]
        card = CARD_OF[bid]
        table.played[seat] += (card,)
        seat_of[card] = seat
    return seat_of


def _choose(state: State, table: Table, bid: str) -> State:
    """The highest bidder chooses and the second takes the other card (option taker_chooses)."""
    highest = state.takers[0]
    if bid not in TAKES:
        raise _refusal(state, highest, bid)
    low, high = sorted(turned_up(state))
    chosen, left = (low, high) if bid == "take low" else (high, low)
    table.tell("chose", {"seat": highest, "tide": chosen, "left": left})
    return _take_both(state, table, state.takers, (chosen, left))


def _take_both(
    state: State, table: Table, takers: tuple[int, ...], tides: tuple[int, int]
) -> State:
    """Gives the tides to the takers, makes the deepest pay, and moves on (1.5(3) to 1.5(5))."""
    take(table, takers[0], tides[0], rank=1)
    take(table, takers[1], tides[1], rank=2)
    lose(table, state.cascade)
    if table.only_two_left() or state.turn == TURNS:
        return _stage_ended(_put_back(state, table, "bid", state.turn), table)
    return _put_back(state, table, "bid", state.turn + 1)


def _put_back(
    state: State, table: Table, phase: Phase, turn: int, takers: tuple[int, ...] = ()
) -> State:
    return State(
        *state[:8],  # unchanged by a turn
        phase,
        turn,
        tuple(table.held),
        tuple(table.played),
        tuple(table.belts),
        tuple(table.tides),
        tuple(table.out),
        takers,
    )


# The end of a stage (1.6), the next stage, and the end of the game (1.7)


def _stage_ended(state: State, table: Table) -> State:
    points = stage_points(state.belts, state.tides, state.out)
    scored = state._replace(history=(*state.history, points))
    told = {
        "stage": state.stage,
        "early": table.only_two_left() and state.turn < TURNS,
        "points": _points_told(scored),
        "scores": list(scores(scored)),
    }
    table.tell("stage_scored", told)
    return _finish(scored, table) if state.stage == state.seats else _pass_sets(scored, table)


def _points_told(state: State) -> list[Json]:
    bonus = bonus_seats(state.tides, state.out)
    return [
        {
            "seat": seat,
            "belts": state.belts[seat],
            "bonus": int(seat in bonus),
            "out": state.out[seat],
            "points": state.history[-1][seat],
        }
        for seat in range(state.seats)
    ]


def _pass_sets(state: State, table: Table) -> State:
    """Passes whole sets to the left, with their full number of belts (1.7(1))."""
    following = stage_laid_out(state._replace(shown=_shown(state)), state.stage + 1)
    table.tell("sets_passed", {"stage": following.stage, "belts": list(following.belts)})
    return following


def _shown(state: State) -> tuple[tuple[int, ...], ...]:
    """What has been played of each set so far, by the seat that it was dealt to."""
    holders = [(owner + state.stage - 1) % state.seats for owner in range(state.seats)]
    return tuple(tuple(sorted({*shown_of(state, seat), *state.played[seat]})) for seat in holders)


def _finish(state: State, table: Table) -> State:
    over = state._replace(phase="over")
    end = outcome(over)
    if end is not None:
        table.tell("game_over", end.as_json())
    return over
