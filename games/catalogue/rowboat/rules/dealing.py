"""Before play: dealer, Moon, Tide, deal, exchange and bids (2.2, 2.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.catalogue.rowboat.rules.cards import MOON, in_order, suit
from games.catalogue.rowboat.rules.state import (
    Phase,
    State,
    clockwise,
    empty_deal,
    first_seat,
    has,
    limit,
    partner,
    put,
    spent,
    with_deal,
)
from games.rules.base import Event

MIN_TIDE = 4  # the shortest that the Moon can name, and that can show all four suits
Told = tuple[State, tuple[Event, ...]]


def first_dealer(state: State, order: Sequence[int]) -> State:
    """The first seat of the first shuffle deals first (RB-1)."""
    return replace(state, dealer=order[0], phase=Phase.DECK)


def next_stage(state: State) -> State:
    """The next seat deals, after a new shuffle (2.3(7), RB-3)."""
    return replace(
        state,
        phase=Phase.DECK,
        stage=state.stage + 1,
        dealer=first_seat(state),
        deal=empty_deal(state.seats),
    )


def deck_shuffled(state: State, order: Sequence[str]) -> State:
    """Asks for the Moon, or lays the Tide at once if the dealer's side has no Moon left."""
    ready = with_deal(state, deck=tuple(order))
    if has(state, state.dealer or 0, MOON):
        return replace(ready, phase=Phase.MOON)
    return with_deal(_dealt(ready, _tide_size(ready)), untold=True)


def moon_sizes(state: State) -> list[int]:
    """The lengths that the dealer may name with the Moon (RB-2)."""
    return list(range(MIN_TIDE, limit(state) + 1))


def moon(state: State, size: int | None) -> Told:
    """The dealer plays the Moon and names the length of the Tide, or declines (None)."""
    dealer = state.dealer or 0
    used = state if size is None else spent(state, dealer, MOON)
    dealt = _dealt(used, size or _tide_size(state))
    return dealt, (Event("moon", {"seat": dealer, "count": size}), *deal_events(dealt))


def deal_events(state: State) -> tuple[Event, ...]:
    """The public events of laying the Tide and dealing."""
    tide = list(state.deal.tide)
    laid = {"stage": state.stage, "tide": tide, "count": len(tide)}
    dealt = {"stage": state.stage, "dealer": state.dealer, "cards": len(tide)}
    first = {"first": first_seat(state)}
    return Event("tide_laid", laid), Event("stage_dealt", {**dealt, **first})


def _tide_size(state: State) -> int:
    """The number of cards up to and including the first of the fourth suit; at most the limit
    (2.3(2)).
    """
    seen: set[str] = set()
    for size, card in enumerate(state.deal.deck[: limit(state)], start=1):
        seen.add(suit(card))
        if len(seen) == 4:
            return size
    return limit(state)


def _dealt(state: State, size: int) -> State:
    """Lays the Tide, deals as many cards to each seat, and discards the rest (2.3(3))."""
    deck, seats = state.deal.deck, state.seats
    dealt = deck[size : size + size * seats]
    order = clockwise(state, first_seat(state))
    by_seat = {seat: in_order(dealt[turn::seats]) for turn, seat in enumerate(order)}
    laid = with_deal(
        state,
        deck=(),
        tide=deck[:size],
        cards=tuple(by_seat[seat] for seat in range(seats)),
        leader=first_seat(state),
    )
    if seats == 4:
        return replace(laid, phase=Phase.EXCHANGE)
    return _after_exchange(laid)


def _after_exchange(state: State) -> State:
    return replace(state, phase=Phase.PLAY if state.novice else Phase.BID)


def exchange(state: State, given: Mapping[int, str]) -> Told:
    """Partners exchange a card, all at once (2.3(4))."""
    cards = []
    for seat, held in enumerate(state.deal.cards):
        kept = [card for card in held if card != given[seat]]
        cards.append(in_order([*kept, given[partner(seat)]]))
    changes = {"cards": tuple(cards), "given": tuple(given[seat] for seat in range(4))}
    return _after_exchange(with_deal(state, **changes)), (Event("exchanged"),)


def bidders(state: State) -> tuple[int, ...]:
    """The seats that are still to bid, next first; the dealer bids last (2.3(5))."""
    if state.phase != Phase.BID:
        return ()
    order = clockwise(state, first_seat(state))
    return tuple(seat for seat in order if state.deal.bids[seat] is None)


def bids_allowed(state: State, seat: int) -> list[int]:
    """1 to the length of the Tide; with four seats also 0, unless the partner bid 0 (2.3(5),
    RB-4).
    """
    zero = state.seats == 4 and state.deal.bids[partner(seat)] != 0
    return list(range(0 if zero else 1, len(state.deal.tide) + 1))


def bid(state: State, seat: int, number: int) -> Told:
    """Makes an open bid; play begins after the last one."""
    after = with_deal(state, bids=put(state.deal.bids, seat, number))
    told = (Event("bid", {"seat": seat, "bid": number}),)
    return (after if bidders(after) else replace(after, phase=Phase.PLAY)), told
