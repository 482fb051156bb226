"""Another world: the same game, changed in everything that an observer may not know."""

import random

from games.catalogue.turning_tides.rules.state import Deck, State


def other_world(state: State, seat: int | None, rng: random.Random) -> State:
    """The hidden cards of the enemy, or for a spectator of both, lie elsewhere."""
    for other in (0, 1):
        if other != seat:
            state = paired_world(state, other, rng)
    return state


def paired_world(state: State, seat: int, rng: random.Random | None = None) -> State:
    """The same, but this seat's hidden cards lie elsewhere: held, in the pile, stowed."""
    deck = state.decks[seat]
    held = [card for card in deck.cards if card != "wait"]
    hidden = [*held, *deck.pile, *deck.stowed]
    hidden = rng.sample(hidden, len(hidden)) if rng else hidden[::-1]
    stowed = len(held) + len(deck.pile)
    cards = (*deck.cards[: len(deck.cards) - len(held)], *hidden[: len(held)])
    return state.with_deck(
        seat,
        Deck(
            cards,
            tuple(hidden[len(held) : stowed]),
            deck.exchange,
            deck.discard,
            tuple(hidden[stowed:]),
        ),
    )
