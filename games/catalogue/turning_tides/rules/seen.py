"""What may be seen: the table for everybody, and `you` for one seat.

Source: records.md, section 6; the rules, paragraph 3.11.

Beyond the records' keys the table has, for everybody: `introduction` and `goal`;
`opposite`, the pairs [silver zone, gold zone] that face each other; `levels`, where the
revealed cards stand in the hierarchy (7 a promotion); `executing`, the card now carried
out; and for each ship `crew`, `destroyed` and `unseen`: the cards that lie hidden in hand,
pile and damage together, which follow by counting from what lies open.
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
    """The phase in the words of the records; the turn to come while the piles are shuffled."""
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
    """What this seat knows beyond the table.

    Its draw pile is told as a sorted list, never in its order: by counting it follows from
    what the seat may look at (3.11, TD-18).  `offer` is the seat that offers surrender.
    """
    deck = state.decks[seat]
    return {
        "seat": seat,
        "cards": list(deck.cards),
        "pile": list(in_order(deck.pile)),
        "stowed": list(deck.stowed),
        "offer": state.offer,
    }
