"""Another world: the same game, changed in everything that an observer may not know."""

import random
from dataclasses import replace
from typing import Any

from games.catalogue.rowboat.rules.cards import DECK, in_order, knob
from games.catalogue.rowboat.rules.state import State, partner


def other_world(state: State, seat: int | None, rng: random.Random) -> State:
    """Others' cards, gifts, marriages and misplays drawn anew, and the deck reordered."""
    deal = state.deal
    cards = _dealt_anew(state, seat, rng)
    hidden: dict[str, Any] = {
        "cards": cards,
        "married": tuple(
            mine if who == seat else tuple(c for c in cards[who] if knob(c) in deal.tide)
            for who, mine in enumerate(deal.married)
        ),
        "misplays": tuple(m if who == seat else 2 for who, m in enumerate(deal.misplays)),
        "given": _given_anew(state, seat, rng),
        "deck": tuple(rng.sample(deal.deck, len(deal.deck))),
    }
    return replace(state, deal=replace(deal, **hidden))


def _dealt_anew(state: State, seat: int | None, rng: random.Random) -> tuple[tuple[str, ...], ...]:
    """As many cards as before to each other seat, from all that this one cannot place."""
    deal = state.deal
    own = () if seat is None else deal.cards[seat]
    seen = {*deal.tide, *own, *(play.card for play in deal.on_table + deal.last)}
    pack = [card for card in DECK if card not in seen]
    rng.shuffle(pack)
    row = []
    for who, cards in enumerate(deal.cards):
        new = cards if who == seat else in_order(pack.pop() for _ in cards)
        row.append(new)
    return tuple(row)


def _given_anew(state: State, seat: int | None, rng: random.Random) -> tuple[str, ...]:
    """What two partners gave each other is known to both, and to nobody else."""
    known = () if seat is None else (seat, partner(seat))
    return tuple(
        card if who in known else rng.choice(DECK) for who, card in enumerate(state.deal.given)
    )
