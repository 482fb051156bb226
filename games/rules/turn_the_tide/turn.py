"""Turn the Tide: one turn (1.5), the end of a stage (1.6) and of the game (1.7)."""

from collections.abc import Mapping
from typing import Any

from games.rules.base import Json, Step
from games.rules.errors import Illegal
from games.rules.turn_the_tide.reading import quoted
from games.rules.turn_the_tide.state import (
    CARD_OF,
    TURNS,
    State,
    awaiting,
    is_legal,
    legal,
    outcome,
    scores,
    stage_laid_out,
    turned_up,
)
from games.rules.turn_the_tide.water import Table, bonus_seats, lose, stage_points, take


def resolve(state: State, bids: Mapping[int, str]) -> Step:
    """Plays one hand: weather cards are revealed, or a tide card chosen.  Raises `Illegal`."""
    _check_bids(state, bids)
    table = Table(
        list(state.cards),
        list(state.played),
        list(state.belts),
        list(state.tides),
        list(state.out),
    )
    if state.phase == "take":
        after = _choose(state, table, *bids.values())
    else:
        after = _reveal(state, table, {seat: CARD_OF[bids[seat]] for seat in sorted(bids)})
    return Step(after, tuple(table.events))


def _check_bids(state: State, bids: Mapping[int, str]) -> None:
    owed = awaiting(state)
    if bids.keys() != set(owed):
        came, due = f"seats {list(bids)}", f"seats {list(owed)}"
        raise Illegal(came, [due], f"Bids came from {came}, but they are owed by {due}.")
    for seat in owed:
        if not is_legal(state, seat, bids[seat]):
            reason = f"Seat {seat} cannot bid {quoted(str(bids[seat]))} now."
            raise Illegal(str(bids[seat]), legal(state, seat), reason)


def _reveal(state: State, table: Table, bids: dict[int, int]) -> State:
    """All cards are shown at once; the two highest take the tide cards (1.5(2), 1.5(3))."""
    tides = turned_up(state)
    low, high = sorted(tides)
    highest, second = sorted(bids, key=bids.__getitem__, reverse=True)[:2]
    table.tell("turned_up", stage=state.stage, turn=state.turn, tides=tides)
    table.tell("played", bids={str(seat): table.play(seat, card) for seat, card in bids.items()})
    if state.taker_chooses and low != high:
        table.tell("may_choose", seat=highest, tides=[low, high])
        return _put_back(state, table, phase="take", takers=(highest, second))
    return _take_both(state, table, (highest, low), (second, high))


def _choose(state: State, table: Table, bid: str) -> State:
    """The highest bidder chooses, the second takes the other card (option taker_chooses)."""
    low, high = sorted(turned_up(state))
    chosen, left = (low, high) if bid == "take low" else (high, low)
    highest, second = state.takers
    table.tell("chose", seat=highest, tide=chosen, left=left)
    return _take_both(state, table, (highest, chosen), (second, left))


def _take_both(
    state: State, table: Table, first: tuple[int, int], second: tuple[int, int]
) -> State:
    """Each (seat, tide card); the deepest lose; next turn or end of stage (1.5(4), 1.5(5))."""
    take(table, *first, rank=1)
    take(table, *second, rank=2)
    lose(table, state.cascade)
    ended = table.only_two_left() or state.turn == TURNS
    turn = state.turn if ended else state.turn + 1
    after = _put_back(state, table, phase="bid", turn=turn, takers=())
    return _stage_ended(after, table) if ended else after


def _put_back(state: State, table: Table, **changes: Any) -> State:
    return state._replace(
        cards=(*table.cards,),
        played=(*table.played,),
        belts=(*table.belts,),
        tides=(*table.tides,),
        out=(*table.out,),
        **changes,
    )


# The end of a stage (1.6), the next one, and the end of the game (1.7)


def _stage_ended(state: State, table: Table) -> State:
    points = stage_points(state.belts, state.tides, state.out)
    scored = state._replace(history=(*state.history, points))
    table.tell(
        "stage_scored",
        stage=state.stage,
        early=table.only_two_left(),
        points=_points_told(scored),
        scores=list(scores(scored)),
    )
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
    """Whole sets go to the left, with their full belt count (1.7(1))."""
    following = stage_laid_out(state._replace(stage=state.stage + 1))
    table.tell("sets_passed", stage=following.stage, belts=list(following.belts))
    return following


def _finish(state: State, table: Table) -> State:
    over = state._replace(phase="over")
    end = outcome(over)
    if end is not None:
        table.tell("game_over", **end.as_json())
    return over
