"""The lull between two rounds: exchange, then damage.

Source: the rules, paragraph 3.10.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.catalogue.turning_tides.rules.actions import Log
from games.catalogue.turning_tides.rules.cards import WAIT, Cards, in_order, selections, without
from games.catalogue.turning_tides.rules.rounds import next_round, playable
from games.catalogue.turning_tides.rules.state import DAMAGE, EXCHANGE, SEATS, Deck, State
from games.rules.base import Event

KEEP = "keep"


def begin_lull(state: State, log: Log) -> State:
    """Starts the exchange, the damage or the next round, whichever comes first."""
    log.append(Event("round_over", {"round": state.round}))
    if state.introduction:  # no lull there (TD-20)
        return next_round(state, log)
    if exchanging(state):
        return replace(state, phase=EXCHANGE)
    return _begin_damage(state, log)


def _begin_damage(state: State, log: Log) -> State:
    return replace(state, phase=DAMAGE) if damaged(state) else next_round(state, log)


def exchanging(state: State) -> tuple[int, ...]:
    """The seats that have a card to exchange."""
    return tuple(seat for seat in SEATS if playable(state.decks[seat]))


def damaged(state: State) -> tuple[int, ...]:
    """The seats with a destroyed zone."""
    return tuple(seat for seat in SEATS if state.ships[seat].destroyed)


def swaps(deck: Deck) -> list[str]:
    """All options: keep, or exchange held cards for cards from the hold; sorted."""
    held = playable(deck)
    sizes = range(1, min(len(held), len(deck.exchange)) + 1)
    found = (
        f"swap {' '.join(given)} for {' '.join(taken)}"
        for size in sizes
        for given in selections(held, size)
        for taken in selections(deck.exchange, size)
    )
    return [KEEP, *sorted(found)]


def exchange(state: State, bids: Mapping[int, str], log: Log) -> State:
    for seat, bid in sorted(bids.items()):
        given, taken = _cards_of(bid)
        deck = _swapped(state.decks[seat], given, taken)
        state = state.with_deck(seat, deck)
        data = {"seat": seat, "given": list(given), "taken": list(taken)}
        log.append(Event("exchanged", {**data, "exchange": list(deck.exchange)}))
    return _begin_damage(state, log)


def _cards_of(bid: str) -> tuple[Cards, Cards]:
    if bid == KEEP:
        return (), ()
    given, taken = bid.removeprefix("swap ").split(" for ")
    return tuple(given.split()), tuple(taken.split())


def _swapped(deck: Deck, given: Cards, taken: Cards) -> Deck:
    return replace(
        deck,
        cards=without(deck.cards, given),
        exchange=in_order(without(deck.exchange, taken) + given),
        discard=deck.discard + taken,
    )


def pool(deck: Deck) -> Cards:
    """The cards from which damage is chosen, including earlier damage (TD-18)."""
    return in_order(playable(deck) + deck.discard + deck.pile + deck.stowed)


def stowings(state: State, seat: int) -> list[str]:
    """All selections of as many cards as there are destroyed zones, sorted."""
    number = state.ships[seat].destroyed
    return sorted(f"stow {' '.join(some)}" for some in selections(pool(state.decks[seat]), number))


def damage(state: State, bids: Mapping[int, str], log: Log) -> State:
    for seat, bid in sorted(bids.items()):
        stowed = tuple(bid.removeprefix("stow ").split())
        state = state.with_deck(seat, _stowed(state.decks[seat], stowed))
        log.append(Event("stowed", {"seat": seat, "count": len(stowed)}))
    return next_round(state, log)


def _stowed(deck: Deck, stowed: Cards) -> Deck:
    pile = without(pool(deck), stowed)
    return replace(deck, cards=(WAIT,), pile=pile, discard=(), stowed=stowed)
