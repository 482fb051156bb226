"""Turning Tides: a random state that may be the true one, given what one seat knows.

Which cards are hidden can be counted (3.11); where each of them is, and the order of the piles,
can not.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from games.catalogue.turning_tides.rules.actions import defeat
from games.catalogue.turning_tides.rules.cards import PROMOTION_LEVEL, WAIT, in_order
from games.catalogue.turning_tides.rules.ships import Ship, Zone
from games.catalogue.turning_tides.rules.state import (
    EXCHANGE,
    EXECUTE,
    OVER,
    SEATS,
    SHUFFLE,
    Deck,
    Phase,
    State,
    enemy,
)
from games.catalogue.turning_tides.rules.turn import level
from games.catalogue.turning_tides.shapes import Observation, You
from games.catalogue.turning_tides.shapes import Ship as ShipSeen
from games.rules.base import Event

LAST_TURN = 13  # the lull does not show which turn was the last
DID = ("placed", "moved", "navigated", "swung", "fired", "promoted", "nothing_done")


def imagine(seen: Observation, memory: Sequence[Event], rng: random.Random) -> State:
    """A state whose observation by the same seat is `seen`; `memory` holds the events so far."""
    you = seen["you"]
    decks = [
        _own(you, ship, rng) if seat == you["seat"] else _others(ship, rng)
        for seat, ship in enumerate(seen["ships"])
    ]
    shuffling = _shuffling(seen)
    state = State(
        introduction=seen["introduction"],
        goal=seen["goal"] or "and",
        ships=(_ship(seen["ships"][0]), _ship(seen["ships"][1])),
        decks=(decks[0], decks[1]),
        pawn=seen["pawn"],
        round=seen["round"],
        turn=seen["turn"] or LAST_TURN,
        offset=seen["offset"],
        phase=_phase(seen, shuffling),
        unshuffled=SEATS if shuffling else (),
        revealed=(seen["revealed"][0], seen["revealed"][1]),
        promoting=(seen["levels"][0] == PROMOTION_LEVEL, seen["levels"][1] == PROMOTION_LEVEL),
        offer=you["offer"],
    )
    state = replace(state, queue=_queue(state, seen, memory))
    return replace(state, winner=_winner(state)) if seen["phase"] == OVER else state


def _shuffling(seen: Observation) -> bool:
    return seen["phase"] == "choose" and not seen["you"]["legal"]


def _phase(seen: Observation, shuffling: bool) -> Phase:
    if seen["phase"] == OVER:
        return EXECUTE if seen["turn"] else EXCHANGE
    return SHUFFLE if shuffling else seen["phase"]


def _ship(seen: ShipSeen) -> Ship:
    zones = tuple(Zone(**each) for each in seen["zones"])
    return Ship(zones, seen["hold"]["sailors"], seen["hold"]["cannons"])


def _own(you: You, ship: ShipSeen, rng: random.Random) -> Deck:
    return Deck(
        cards=tuple(you["cards"]),
        pile=tuple(rng.sample(you["pile"], len(you["pile"]))),
        exchange=tuple(ship["exchange"]),
        discard=tuple(ship["discard"]),
        stowed=tuple(you["stowed"]),
    )


def _others(ship: ShipSeen, rng: random.Random) -> Deck:
    """Hand, pile and damage of the enemy. Wait is never in the pile or the hold."""
    waits = [card for card in ship["unseen"] if card == WAIT]
    hidden = [card for card in ship["unseen"] if card != WAIT]
    rng.shuffle(hidden)
    held, piled = ship["cards"] - len(waits), ship["pile"]
    return Deck(
        cards=in_order([*waits, *hidden[:held]]),
        pile=tuple(hidden[held : held + piled]),
        exchange=tuple(ship["exchange"]),
        discard=tuple(ship["discard"]),
        stowed=tuple(hidden[held + piled :]),
    )


def _queue(state: State, seen: Observation, memory: Sequence[Event]) -> tuple[int, ...]:
    """The seat that is asked now, and the other one if its card is still to be carried out."""
    if seen["executing"] is None:
        return ()
    asked = seen["executing"]["seat"]
    other = enemy(asked)
    mine, theirs = level(state, asked) or 0, level(state, other) or 0
    if state.revealed[other] == WAIT or theirs < mine:
        return (asked,)
    if theirs > mine or not _has_acted(other, memory):
        return (asked, other) if theirs > mine or state.pawn == asked else (asked,)
    return (asked,)


def _has_acted(seat: int, memory: Sequence[Event]) -> bool:
    """Whether this seat's card was carried out since the last reveal."""
    for event in reversed(memory):
        if event.kind == "revealed":
            return False
        if event.kind in DID and event.data.get("seat") == seat:
            return True
    return False


def _winner(state: State) -> int:
    """The seat that is not beaten. After a surrender neither is, and it may be either."""
    return next((enemy(seat) for seat in SEATS if defeat(state, seat)), 0)
