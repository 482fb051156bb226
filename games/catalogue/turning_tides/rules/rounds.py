"""The start of a game, round and turn: gathering, shuffling, drawing.

Source: the rules, paragraphs 3.3, 3.5, 3.6(1) and 3.12(3).
"""

from collections.abc import Sequence
from dataclasses import replace

from games.catalogue.turning_tides.rules import cards
from games.catalogue.turning_tides.rules.actions import Log
from games.catalogue.turning_tides.rules.cards import FIRE, WAIT, in_order, without
from games.catalogue.turning_tides.rules.ships import gold_ship, silver_ship
from games.catalogue.turning_tides.rules.state import CHOOSE, SEATS, SHUFFLE, Deck, State
from games.catalogue.turning_tides.shapes import Goal
from games.rules.base import Event, Item
from games.rules.checks import checked_order

_GROWING_ROUNDS = (1, 2)  # after these a fire joins the pile in the introductory game


def first_round(introduction: bool, goal: Goal) -> State:
    """The state before the first shuffle."""
    exchange = cards.INTRODUCTION_EXCHANGE if introduction else cards.EXCHANGE
    deck = Deck(cards=(WAIT,), pile=cards.DRAW_PILE, exchange=exchange)
    return State(introduction, goal, (silver_ship(), gold_ship()), (deck, deck))


def next_round(state: State, log: Log) -> State:
    """Gathers the cards, turns the ships and places their first zones opposite (3.5)."""
    for seat in SEATS:
        state = state.with_deck(seat, _gathered(state.decks[seat]))
        if state.introduction and state.round in _GROWING_ROUNDS:
            state = _grown(state, seat, log)
    state = replace(state, round=state.round + 1, turn=1, offset=1, phase=SHUFFLE, unshuffled=SEATS)
    log.append(Event("round_began", {"round": state.round, "facing": state.facing}))
    return state


def _gathered(deck: Deck) -> Deck:
    pile = in_order(playable(deck) + deck.discard + deck.pile)
    return replace(deck, cards=(WAIT,), pile=pile, discard=())


def _grown(state: State, seat: int, log: Log) -> State:
    deck = state.decks[seat]
    log.append(Event("fire_joined", {"seat": seat}))
    grown = replace(
        deck, pile=in_order((*deck.pile, FIRE)), exchange=without(deck.exchange, (FIRE,))
    )
    return state.with_deck(seat, grown)


def playable(deck: Deck) -> tuple[str, ...]:
    """The cards held, except Wait."""
    return tuple(card for card in deck.cards if card != WAIT)


def shuffle_needed(state: State) -> list[Item] | None:
    """The cards of the next pile to shuffle, in the order of the records; None if there is none."""
    return list(state.decks[state.unshuffled[0]].pile) if state.unshuffled else None


def shuffled(state: State, order: Sequence[Item]) -> State:
    """Puts the next pile in this order; after the second, both draw. Raises `BadShuffle`."""
    pile = tuple(str(card) for card in checked_order(shuffle_needed(state), order))
    seat, *left = state.unshuffled
    state = state.with_deck(seat, replace(state.decks[seat], pile=pile))
    state = replace(state, unshuffled=tuple(left))
    return state if left else begin_turn(state)


def begin_turn(state: State) -> State:
    """Both draw a card, if they have any left, and choose (3.6)."""
    for seat in SEATS:
        state = state.with_deck(seat, _drawn(state.decks[seat]))
    return replace(state, phase=CHOOSE)


def _drawn(deck: Deck) -> Deck:
    return replace(deck, cards=in_order(deck.cards + deck.pile[:1]), pile=deck.pile[1:])
