"""Positions as the worked examples describe them, and short ways to play on from there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.catalogue.rowboat import rules as rowboat
from games.catalogue.rowboat.rules.cards import DECK, in_order
from games.catalogue.rowboat.rules.state import Phase, Side, State, empty_deal
from games.rules.base import Event
from tests.narrowing import not_none


def at_play(tide: str, *cards: str, leader: int = 0, **more: Any) -> State:
    """The first trick under this Tide, cards by seat, the bids made.

    `more`: bids (default 1 each), sides (score, bags) by side, misplays, novice, stage.
    """
    seats, novice = len(cards), more.get("novice", False)
    bids = more.get("bids", (None if novice else 1,) * seats)
    sides = [Side(*side) for side in more.get("sides", [(0, 0)] * (2 if seats == 4 else seats))]
    deal = replace(
        empty_deal(seats),
        tide=tuple(tide.split()),
        cards=tuple(in_order(held.split()) for held in cards),
        bids=tuple(bids),
        leader=leader,
        hand=1 + seats,
    )
    options = (novice, more.get("misplays", False))
    stage, dealer = more.get("stage", 1), (leader - 1) % seats
    return State(seats, *options, Phase.PLAY, stage, dealer, tuple(sides), deal)


def dealt(seats: int, top: str, dealer: int = 0, **options: bool) -> State:
    """The stage after a shuffle with these cards on top, the rest in the deck's order."""
    state = rowboat.start(seats, options)
    state = rowboat.shuffled(state, [(dealer + seat) % seats for seat in range(seats)])
    first = top.split()
    return rowboat.shuffled(state, [*first, *(card for card in DECK if card not in first)])


def without_moon(state: State) -> State:
    """The dealer declines the Moon."""
    return rowboat.resolve(state, {not_none(state.dealer): "no moon"}).state


def answered(state: State, *answers: str) -> State:
    """Whoever is awaited gives the next answer."""
    for answer in answers:
        (seat,) = rowboat.awaiting(state)
        state = rowboat.resolve(state, {seat: answer}).state
    return state


def played(state: State, cards: str) -> State:
    """Whoever is awaited plays the next card."""
    return answered(state, *(f"play {card}" for card in cards.split()))


def told(state: State, cards: str) -> list[Event]:
    """The events of the last of these cards."""
    *first, last = cards.split()
    state = played(state, " ".join(first))
    (seat,) = rowboat.awaiting(state)
    return list(rowboat.resolve(state, {seat: f"play {last}"}).events)


def plays(state: State) -> set[str]:
    """The cards that the awaited seat may play."""
    (seat,) = rowboat.awaiting(state)
    return {answer.split()[1] for answer in rowboat.legal(state, seat)}


def tricks(state: State) -> list[int]:
    """Tricks by side."""
    return [side["tricks"] for side in rowboat.observation(state, None)["sides"]]


def event(events: Sequence[Event], kind: str) -> dict[str, Any]:
    """The data of the only event of this kind."""
    (data,) = [dict(event.data) for event in events if event.kind == kind]
    return data


def having(state: State, *spent: str) -> State:
    """The same with these specialty cards spent on all sides."""
    sides = (replace(s, left=tuple(c for c in s.left if c not in spent)) for s in state.sides)
    return replace(state, sides=tuple(sides))
