"""Which seats have to answer, what is legal, and how a hand is resolved."""

from collections.abc import Mapping

from games.catalogue.turning_tides.rules import lull, surrender, turn
from games.catalogue.turning_tides.rules.actions import Log
from games.catalogue.turning_tides.rules.cards import rank_of
from games.catalogue.turning_tides.rules.choices import choices
from games.catalogue.turning_tides.rules.state import (
    CHOOSE,
    DAMAGE,
    EXCHANGE,
    EXECUTE,
    SEATS,
    State,
)
from games.rules.base import Step
from games.rules.errors import Illegal


def awaiting(state: State) -> tuple[int, ...]:
    if state.winner is not None or state.unshuffled:
        return ()
    if state.phase == EXCHANGE:
        return lull.exchanging(state)
    if state.phase == DAMAGE:
        return lull.damaged(state)
    return state.queue[:1] if state.phase == EXECUTE else SEATS


def legal(state: State, seat: int) -> list[str]:
    if seat not in awaiting(state):
        return []
    if state.phase == CHOOSE:
        return sorted(set(state.decks[seat].cards))
    if state.phase == EXECUTE:
        return choices(state)
    return lull.swaps(state.decks[seat]) if state.phase == EXCHANGE else lull.stowings(state, seat)


def ranked(state: State, seat: int) -> list[str]:
    """The legal answers; cards and exchanges in the order of the records, wait to fire."""
    return sorted(legal(state, seat), key=_rank)


def _rank(answer: str) -> tuple[int, list[int], str]:
    words = answer.split()
    return len(words), [rank_of(word) for word in words if rank_of(word) >= 0], answer


def resolve(state: State, bids: Mapping[int, str]) -> Step:
    """Resolves a hand with the bids of exactly the awaited seats. Raises `Illegal`."""
    _check(state, bids)
    log: Log = []
    state = surrender.lapse(state, log)
    if state.phase == CHOOSE:
        state = turn.reveal(state, bids, log)
    elif state.phase == EXECUTE:
        state = turn.execute(state, bids[state.queue[0]], log)
    elif state.phase == EXCHANGE:
        state = lull.exchange(state, bids, log)
    else:
        state = lull.damage(state, bids, log)
    return Step(state, tuple(log))


def _check(state: State, bids: Mapping[int, str]) -> None:
    owing = awaiting(state)
    for seat, bid in bids.items():
        options = legal(state, seat)
        if seat not in owing:
            raise Illegal(bid, options, f"Seat {seat!r} owes no answer now, but gave {bid!r}.")
        if bid not in options:
            raise Illegal(bid, options, f"{bid!r} is not possible for seat {seat} now.")
    missing = [seat for seat in owing if seat not in bids]
    if missing:
        raise Illegal("", legal(state, missing[0]), f"Seat {missing[0]} has not answered yet.")
    if not owing:
        raise Illegal("", [], "Nobody owes an answer now.")


def aside(state: State, seat: int, act: str) -> Step:
    """Carries out an aside. Raises `Illegal`."""
    options = surrender.asides(state, seat)
    if act not in options:
        raise Illegal(act, options, f"{act!r} cannot be said by seat {seat} now.")
    log: Log = []
    return Step(surrender.answer(state, seat, act, log), tuple(log))
