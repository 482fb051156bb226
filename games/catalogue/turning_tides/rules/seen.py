"""Observations: the public table, and `you` for one seat.

Source: records.md, section 6; the rules, paragraph 3.11.

In addition to the keys of the records the table has: `introduction` and `goal`; `opposite`, the
pairs [silver zone, gold zone] that face each other; `levels`, the places of the revealed cards in
the hierarchy (7 for a promotion); `executing`, the card being carried out; and for each ship
`crew`, `destroyed` and `unseen`: the cards hidden in hand, pile and damage together, which can be
counted from what is open.
"""

from games.catalogue.turning_tides.rules.cards import in_order
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
from games.catalogue.turning_tides.rules.turn import level
from games.rules.base import Json


def phase(state: State) -> str:
    """The phase in the vocabulary of the records; during a shuffle, that of the next turn."""
    if state.winner is not None:
        return OVER
    return CHOOSE if state.phase == SHUFFLE else state.phase


def table(state: State) -> dict[str, Json]:
    """The spectator's observation."""
    return {
        "round": state.round,
        "turn": 0 if state.phase in LULL else state.turn,
        "phase": phase(state),
        "offset": state.offset,
        "facing": state.facing,
        "pawn": state.pawn,
        "revealed": list(state.revealed),
        "ships": [_ship(state.ships[seat], state.decks[seat]) for seat in SEATS],
        "introduction": state.introduction,
        "goal": state.goal if state.introduction else None,
        "opposite": [list(pair) for pair in opposite_pairs(state.offset)],
        "levels": [level(state, seat) for seat in SEATS],
        "executing": _executing(state),
    }


def _ship(ship: Ship, deck: Deck) -> dict[str, Json]:
    return {
        "zones": [_zone(zone) for zone in ship.zones],
        "hold": {"sailors": ship.sailors, "cannons": ship.cannons},
        "exchange": list(deck.exchange),
        "discard": list(deck.discard),
        "pile": len(deck.pile),
        "cards": len(deck.cards),
        "stowed": len(deck.stowed),
        "crew": ship.crew,
        "destroyed": ship.destroyed,
        "unseen": list(in_order(deck.cards + deck.pile + deck.stowed)),
    }


def _zone(zone: Zone) -> dict[str, Json]:
    return {
        "sailors": zone.sailors,
        "captain": zone.captain,
        "cannons": zone.cannons,
        "mast": zone.mast,
        "destroyed": zone.destroyed,
    }


def _executing(state: State) -> dict[str, Json] | None:
    if phase(state) != EXECUTE:
        return None
    seat = state.queue[0]
    return {"seat": seat, "card": state.revealed[seat], "promotion": state.promoting[seat]}


def you(state: State, seat: int) -> dict[str, Json]:
    """What only this seat knows.

    Its draw pile is a sorted list, never in its real order: the seat could count it from what it
    may look at (3.11, TD-18). `offer` is the seat that has offered to surrender.
    """
    deck = state.decks[seat]
    return {
        "seat": seat,
        "cards": list(deck.cards),
        "pile": list(in_order(deck.pile)),
        "stowed": list(deck.stowed),
        "offer": state.offer,
    }
