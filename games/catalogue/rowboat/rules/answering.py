"""Resolving a hand, and carrying out asides."""

from collections.abc import Mapping

from games.catalogue.rowboat.rules.asking import NO_MOON, asides, awaiting, legal
from games.catalogue.rowboat.rules.cards import LIGHTHOUSE
from games.catalogue.rowboat.rules.dealing import bid, deal_events, exchange, moon
from games.catalogue.rowboat.rules.objections import objection
from games.catalogue.rowboat.rules.reading import understood
from games.catalogue.rowboat.rules.scoring import stage_scored
from games.catalogue.rowboat.rules.state import Phase, State, side_of, spent, with_deal
from games.catalogue.rowboat.rules.tricks import play
from games.rules.base import Event, Step
from games.rules.errors import Illegal


def resolve(state: State, bids: Mapping[int, str]) -> Step:
    """Resolves a hand. Raises `Illegal` unless exactly the awaited seats answer legally."""
    _check(state, bids)
    ready, news = _told(state)
    after, events = _answered(ready, bids)
    if after.stage == state.stage:
        after = with_deal(after, hand=state.deal.hand + (after.phase != Phase.OVER))
    return Step(after, (*news, *events))


def _check(state: State, bids: Mapping[int, str]) -> None:
    owing = awaiting(state)
    if set(bids) != set(owing):
        who = ", ".join(str(seat) for seat in owing) or "nobody"
        raise Illegal(_named(bids), [], f"Exactly these seats owe a bid now: {who}.")
    for seat in owing:
        options = legal(state, seat)
        if bids[seat] not in options:
            reason = f"“{bids[seat]}” of seat {seat} is not possible: "
            raise Illegal(bids[seat], options, reason + _why(state, seat, bids[seat]))


def _why(state: State, seat: int, answer: str) -> str:
    if understood(answer, state.phase) != answer:
        return "it is not written in the canonical form."
    return objection(state, seat, answer)


def _named(bids: Mapping[int, str]) -> str:
    return ", ".join(f"seat {seat}" for seat in bids) or "no bid"


def _told(state: State) -> tuple[State, tuple[Event, ...]]:
    """The events of the last shuffle, which are reported with the next step."""
    if not state.deal.untold:
        return state, ()
    return with_deal(state, untold=False), deal_events(state)


def _answered(state: State, bids: Mapping[int, str]) -> tuple[State, tuple[Event, ...]]:
    if state.phase == Phase.EXCHANGE:
        return exchange(state, {seat: given.split()[1] for seat, given in bids.items()})
    ((seat, answer),) = bids.items()
    what = answer.split()[1]
    if state.phase == Phase.MOON:
        return moon(state, None if answer == NO_MOON else int(what))
    if state.phase == Phase.BID:
        return bid(state, seat, int(what))
    return _played(state, seat, what)


def _played(state: State, seat: int, card: str) -> tuple[State, tuple[Event, ...]]:
    """Plays a card; after the last trick scores the stage."""
    after, events = play(state, seat, card)
    if len(after.deal.tricks) < len(after.deal.tide):
        return after, events
    scored, told = stage_scored(after)
    return scored, (*events, *told)


def aside(state: State, seat: int, act: str) -> Step:
    """Plays the Lighthouse; that is public, what it shows is not (2.6)."""
    options = asides(state, seat)
    if act not in options:
        raise Illegal(act, options, f"“{act}” cannot be done beside the turns now.")
    ready, news = _told(state)
    after = with_deal(spent(ready, seat, LIGHTHOUSE), looked=(*ready.deal.looked, seat))
    told = Event("looked", {"seat": seat, "side": side_of(state, seat)})
    return Step(after, (*news, told))
