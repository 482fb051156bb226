"""Positions set up by hand, so that a test shows only what it is about."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.catalogue.turning_tides import rules as turning_tides
from games.catalogue.turning_tides.rules.cards import DRAW_PILE, EXCHANGE, in_order, without
from games.catalogue.turning_tides.rules.ships import Ship, Zone
from games.catalogue.turning_tides.rules.state import CHOOSE, Deck, State
from games.rules.base import Event

FULL_SET = 4  # sailors, and cannons, of one colour


def ship(**zones: str) -> Ship:
    """`ship(z4="s m", z5="C s s a b", z7="x")`: C captain, s sailor, m mast, a b cannons."""
    made = tuple(_zone(zones.get(f"z{number}", "").split()) for number in range(1, 8))
    sailors = FULL_SET - sum(zone.sailors for zone in made)
    cannons = FULL_SET - sum(len(zone.cannons) for zone in made)
    return Ship(made, sailors, cannons)


def _zone(units: list[str]) -> Zone:
    return Zone(
        sailors=units.count("s"),
        captain="C" in units,
        cannons="".join(side for side in "ab" if side in units),
        mast="m" in units,
        destroyed="x" in units,
    )


SILVER = ship(z4="m s", z5="s b", z6="C")
GOLD = ship(z3="C", z4="m s", z5="s b")


def deck(cards: str = "", discard: str = "", stowed: str = "", exchange: str = "") -> Deck:
    """The full game's cards: these held besides wait, the rest of the seven in the pile."""
    held, gone, away = (tuple(text.split()) for text in (cards, discard, stowed))
    lying = tuple(exchange.split()) or EXCHANGE
    seven = in_order(without(in_order(DRAW_PILE + EXCHANGE), lying))
    pile = without(seven, held + gone + away)
    return Deck(in_order(("wait", *held)), pile, lying, gone, away)


def position(
    silver: Ship = SILVER,
    gold: Ship = GOLD,
    cards: tuple[str, str] = ("", ""),
    decks: tuple[Deck, Deck] | None = None,
    **fields: Any,
) -> State:
    """Both seats choose; by default the start layouts at offset 1, silver's pawn."""
    both = decks or (deck(cards[0]), deck(cards[1]))
    state = State(False, "and", (silver, gold), both, pawn=0, phase=CHOOSE, unshuffled=())
    return replace(state, **fields)


Hand = str | Sequence[str]


def play(state: State, *hands: Hand) -> State:
    """Plays these hands: a pair for both seats, or one answer for the only seat awaited."""
    return told(state, *hands)[0]


def told(state: State, *hands: Hand) -> tuple[State, list[Event]]:
    """Plays these hands and keeps what was told."""
    log: list[Event] = []
    for hand in hands:
        owing = turning_tides.awaiting(state)
        answers = (hand,) if isinstance(hand, str) else hand
        state, events = turning_tides.resolve(state, dict(zip(owing, answers, strict=True)))
        log += events
    return state, log


def dealt(state: State) -> State:
    """Gives every pile in the order in which it is asked for."""
    while (items := turning_tides.shuffle_needed(state)) is not None:
        state = turning_tides.shuffled(state, items)
    return state


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]
