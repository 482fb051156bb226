"""A turn: reveal, carry out by hierarchy, discard, sail.

Source: the rules, paragraph 3.6.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.catalogue.turning_tides.rules.actions import Log, carry_out, pass_over
from games.catalogue.turning_tides.rules.cards import (
    HIERARCHY,
    PROMOTION_LEVEL,
    WAIT,
    in_order,
    without,
)
from games.catalogue.turning_tides.rules.choices import choices
from games.catalogue.turning_tides.rules.lull import begin_lull
from games.catalogue.turning_tides.rules.rounds import begin_turn
from games.catalogue.turning_tides.rules.ships import PAST, ZONES_A_TURN
from games.catalogue.turning_tides.rules.state import EXECUTE, SEATS, Deck, State
from games.rules.base import Event


def reveal(state: State, bids: Mapping[int, str], log: Log) -> State:
    """Reveals both cards; this fixes their order and any promotions (TD-9)."""
    for seat in SEATS:
        deck = state.decks[seat]
        state = state.with_deck(seat, replace(deck, cards=without(deck.cards, (bids[seat],))))
    state = replace(
        state,
        revealed=(bids[0], bids[1]),
        promoting=(_promotes(state, 0, bids[0]), _promotes(state, 1, bids[1])),
    )
    log.append(Event("revealed", {"turn": state.turn, "cards": list(state.revealed)}))
    state = replace(state, queue=_order(state))
    if state.revealed == (WAIT, WAIT):
        state = _sail(state, "waited", log)
    return _carry_on(state, log)


def _promotes(state: State, seat: int, card: str) -> bool:
    """Whether the card is spent on a promotion because the captain is lost (3.8(2), TD-20)."""
    missing = state.ships[seat].captain_at is None
    return missing and card != WAIT and not state.introduction


def level(state: State, seat: int) -> int | None:
    """The level of this seat's revealed card in the hierarchy; 1 comes first."""
    card = state.revealed[seat]
    if card is None:
        return None
    return PROMOTION_LEVEL if state.promoting[seat] else HIERARCHY[card]


def _order(state: State) -> tuple[int, ...]:
    acting = [seat for seat in SEATS if state.revealed[seat] != WAIT]
    return tuple(sorted(acting, key=lambda seat: (level(state, seat), seat != state.pawn)))


def execute(state: State, choice: str, log: Log) -> State:
    """Carries out the choice, and then everything that leaves no choice."""
    return _carry_on(carry_out(state, choice, log), log)


def _carry_on(state: State, log: Log) -> State:
    """Carries out everything that leaves no choice, until a question or the end of the turn."""
    while state.queue:
        options = choices(state)
        if len(options) > 1:
            return replace(state, phase=EXECUTE)
        state = carry_out(state, options[0], log) if options else pass_over(state, log)
    return _end_turn(state, log) if state.winner is None else state


def _end_turn(state: State, log: Log) -> State:
    for seat in SEATS:
        card = str(state.revealed[seat])
        state = state.with_deck(seat, _put_away(state.decks[seat], card))
    state = replace(state, revealed=(None, None), promoting=(False, False))
    state = _sail(state, "turn", log)
    if state.offset >= PAST:  # checked only here (TD-7)
        return begin_lull(state, log)
    return begin_turn(replace(state, turn=state.turn + 1))


def _put_away(deck: Deck, card: str) -> Deck:
    """Wait returns to the hand, all other cards are discarded (3.6(4))."""
    if card == WAIT:
        return replace(deck, cards=in_order((*deck.cards, WAIT)))
    return replace(deck, discard=(*deck.discard, card))


def _sail(state: State, why: str, log: Log) -> State:
    offset = state.offset + ZONES_A_TURN
    log.append(Event("sailed", {"offset": offset, "why": why}))
    return replace(state, offset=offset)
