"""Observations: the public table, and `you` for one seat.

Source: records.md, section 6; the rules, paragraph 3.11.

In addition to the keys of the records the table has: `introduction` and `goal`; `opposite`, the
pairs [silver zone, gold zone] that face each other; `levels`, the places of the revealed cards in
the hierarchy (7 for a promotion); `executing`, the card being carried out; and for each ship
`crew`, `destroyed` and `unseen`: the cards hidden in hand, pile and damage together, which can be
counted from what is open.
"""

from collections.abc import Iterable
from typing import Any, cast

from games.catalogue.turning_tides.rules.cards import in_order
from games.catalogue.turning_tides.rules.hands import legal
from games.catalogue.turning_tides.rules.ships import Ship, Zone, opposite_pairs
from games.catalogue.turning_tides.rules.state import (
    CHOOSE,
    EXECUTE,
    LULL,
    OVER,
    SEATS,
    SHUFFLE,
    Deck,
    State,
)
from games.catalogue.turning_tides.rules.surrender import asides
from games.catalogue.turning_tides.rules.turn import level
from games.catalogue.turning_tides.shapes import Cannons, Executing, Observation, Phase, You
from games.catalogue.turning_tides.shapes import Ship as ShipSeen
from games.catalogue.turning_tides.shapes import Zone as ZoneSeen


def phase(state: State) -> Phase:
    """The phase in the vocabulary of the records; during a shuffle, that of the next turn."""
    if state.winner is not None:
        return OVER
    return CHOOSE if state.phase == SHUFFLE else state.phase


def observation(state: State, seat: int | None) -> Observation:
    """The table as a spectator sees it; for a seat also `you`."""
    table = _table(state)
    return table if seat is None else {**table, "you": _you(state, seat)}


def _table(state: State) -> Observation:
    return {
        "round": state.round,
        "turn": 0 if state.phase in LULL else state.turn,
        "phase": phase(state),
        "offset": state.offset,
        "facing": state.facing,
        "pawn": state.pawn,
        "revealed": _shown(state.revealed),
        "ships": [_ship(state.ships[seat], state.decks[seat]) for seat in SEATS],
        "introduction": state.introduction,
        "goal": state.goal if state.introduction else None,
        "opposite": [list(pair) for pair in opposite_pairs(state.offset)],
        "levels": [level(state, seat) for seat in SEATS],
        "executing": _executing(state),
    }


def _shown(cards: Iterable[str | None]) -> list[Any]:
    """The cards as JSON: to the rules they are words, to whoever reads a table `Card`s."""
    return list(cards)


def _ship(ship: Ship, deck: Deck) -> ShipSeen:
    return {
        "zones": [_zone(zone) for zone in ship.zones],
        "hold": {"sailors": ship.sailors, "cannons": ship.cannons},
        "exchange": _shown(deck.exchange),
        "discard": _shown(deck.discard),
        "pile": len(deck.pile),
        "cards": len(deck.cards),
        "stowed": len(deck.stowed),
        "crew": ship.crew,
        "destroyed": ship.destroyed,
        "unseen": _shown(in_order(deck.cards + deck.pile + deck.stowed)),
    }


def _zone(zone: Zone) -> ZoneSeen:
    return {
        "sailors": zone.sailors,
        "captain": zone.captain,
        "cannons": cast(Cannons, zone.cannons),
        "mast": zone.mast,
        "destroyed": zone.destroyed,
    }


def _executing(state: State) -> Executing | None:
    if phase(state) != EXECUTE:
        return None
    seat = state.queue[0]
    return {"seat": seat, "card": _shown(state.revealed)[seat], "promotion": state.promoting[seat]}


def executing(seen: Observation) -> Executing:
    """The card being carried out, in phase execute.  Raises `ValueError` in others."""
    if seen["executing"] is None:
        raise ValueError("No card is being carried out.")
    return seen["executing"]


def _you(state: State, seat: int) -> You:
    """What only this seat knows.

    Its draw pile is a sorted list, never in its real order: the seat could count it from what it
    may look at (3.11, TD-18). `offer` is the seat that has offered to surrender.
    """
    deck = state.decks[seat]
    return {
        "seat": seat,
        "cards": _shown(deck.cards),
        "pile": _shown(in_order(deck.pile)),
        "stowed": _shown(deck.stowed),
        "offer": state.offer,
        "legal": legal(state, seat),
        "asides": asides(state, seat),
    }
