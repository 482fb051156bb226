"""The state of a game of Turning Tides, as frozen values.

Seat 0 is silver, seat 1 is gold. Hidden information is left out of every `repr`.
"""

from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from games.catalogue.turning_tides.rules.cards import Cards
from games.catalogue.turning_tides.rules.ships import SIDES, Ship
from games.catalogue.turning_tides.shapes import Goal, Side

SEATS = (0, 1)
SHUFFLE: Final = "shuffle"
CHOOSE: Final = "choose"
EXECUTE: Final = "execute"
EXCHANGE: Final = "exchange"
DAMAGE: Final = "damage"
OVER: Final = "over"
LULL = (EXCHANGE, DAMAGE)

Phase = Literal["shuffle", "choose", "execute", "exchange", "damage"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of a seat; the first card of the pile is drawn next."""

    cards: Cards = field(repr=False)
    pile: Cards = field(repr=False)
    exchange: Cards
    discard: Cards = ()
    stowed: Cards = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    `phase` doesn't change at the end of the game; `winner` tells that it is over. `queue` holds the
    seats whose revealed card is still to be carried out, next first; `promoting` says whose card is
    a promotion. `offer` is the seat that has offered to surrender.
    """

    introduction: bool
    goal: Goal
    ships: tuple[Ship, Ship]
    decks: tuple[Deck, Deck]
    pawn: int = 1
    round: int = 1
    turn: int = 1
    offset: int = 1
    phase: Phase = SHUFFLE
    unshuffled: tuple[int, ...] = SEATS
    revealed: tuple[str | None, str | None] = (None, None)
    promoting: tuple[bool, bool] = (False, False)
    queue: tuple[int, ...] = ()
    offer: int | None = None
    winner: int | None = None

    @property
    def facing(self) -> Side:
        """The side of every zone that faces the enemy in this round (3.2(3))."""
        return SIDES[(self.round - 1) % 2]

    def with_ship(self, seat: int, ship: Ship) -> "State":
        return replace(self, ships=put(self.ships, seat, ship))

    def with_deck(self, seat: int, deck: Deck) -> "State":
        return replace(self, decks=put(self.decks, seat, deck))


def put(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """The pair with the value of this seat replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def enemy(seat: int) -> int:
    return 1 - seat
