"""Another world: the same game, changed in everything that an observer may not know."""

import random
from collections.abc import Sequence

from games.catalogue.turn_the_tide.rules.state import State, as_bids


def other_world(state: State, seat: int | None, rng: random.Random) -> State:
    """The same table with what is hidden from this seat dealt anew (spectator: seat None).

    Cards that others hold are exchanged within one belt value, so that what the sets are
    publicly worth stays true; sets that the seat once held stay, as do the cards played; of
    the tide deck only what is still to come changes. Cards that were shown in earlier stages are
    exchanged as well, but not what is noted of those stages: it must come from what was played,
    not from the sets.
    """
    free = [other for other in range(state.seats) if not _knows(state, seat, other)]
    renamed = _renaming([card for other in free for card in state.cards[other]], rng)
    held = tuple(as_bids(renamed.get(card, card) for card in own) for own in state.cards)
    sets = tuple(tuple(renamed.get(card, card) for card in one) for one in state.sets)
    future = list(state.deck[2 * state.turn :])
    rng.shuffle(future)
    return state._replace(held=held, sets=sets, deck=state.deck[: 2 * state.turn] + tuple(future))


def _knows(state: State, seat: int | None, other: int) -> bool:
    """Whether the seat holds, or in an earlier stage held, what the other now holds."""
    if seat is None:
        return False
    return (other - seat) % state.seats < state.stage


def _renaming(cards: Sequence[int], rng: random.Random) -> dict[int, int]:
    renamed: dict[int, int] = {}
    for value in (0, 1, 2):
        alike = [card for card in cards if _halves(card) == value]
        renamed.update(zip(alike, rng.sample(alike, len(alike)), strict=True))
    return renamed


def _halves(card: int) -> int:
    return 2 if 25 <= card <= 36 else int(13 <= card <= 48)
