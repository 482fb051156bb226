"""The state of a game of Rowboat, as frozen values.

Hidden information is left out of every `repr`.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from games.catalogue.rowboat.rules.cards import SPECIALTIES

T = TypeVar("T")


class Phase:
    """The two phases before a shuffle, then the five of records.md section 6."""

    DEALER, DECK = "dealer", "deck"
    MOON, EXCHANGE, BID, PLAY, OVER = "moon", "exchange", "bid", "play", "over"
    HOLDING = (EXCHANGE, BID, PLAY)  # while cards are held


@dataclass(frozen=True, slots=True)
class Side:
    """What a player or, with four seats, a team keeps from stage to stage."""

    score: int = 0
    bags: int = 0
    left: tuple[str, ...] = SPECIALTIES  # unused specialty cards, sorted


@dataclass(frozen=True, slots=True)
class Play:
    """One card in a trick; `card` may be `rowboat`."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: its winner (None: tied), and how many tricks went with it."""

    winner: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The current stage. Tuples of tuples are indexed by seat."""

    cards: tuple[tuple[str, ...], ...] = field(repr=False)
    bids: tuple[int | None, ...]
    married: tuple[tuple[str, ...], ...] = field(repr=False)  # each to the trick of its Knob
    misplays: tuple[int, ...] = field(repr=False)
    given: tuple[str, ...] = field(default=(), repr=False)  # in the exchange, by seat
    deck: tuple[str, ...] = field(default=(), repr=False)  # only until it is dealt
    tide: tuple[str, ...] = ()
    leader: int = 0
    on_table: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    last: tuple[Play, ...] = ()  # the last finished trick, which is still visible
    pending: int = 0
    looked: tuple[int, ...] = ()  # seats that played the Lighthouse in this stage
    hand: int = 1  # decisions of this stage, from 1
    untold: bool = False  # the events of the shuffle have yet to be reported


@dataclass(frozen=True, slots=True)
class State:
    """A game between two decisions."""

    seats: int
    novice: bool
    misplays: bool
    phase: str
    stage: int
    dealer: int | None
    sides: tuple[Side, ...]
    deal: Deal


def empty_deal(seats: int) -> Deal:
    """The table before a stage."""
    return Deal(
        cards=((),) * seats,
        bids=(None,) * seats,
        married=((),) * seats,
        misplays=(0,) * seats,
    )


def with_deal(state: State, **changes: Any) -> State:
    """The state with these fields of its deal changed."""
    return replace(state, deal=replace(state.deal, **changes))


def put(row: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The row with one place changed."""
    return (*row[:place], item, *row[place + 1 :])


def side_of(state: State, seat: int) -> int:
    """The side of a seat: with four seats partners sit opposite, otherwise all play alone (2.2)."""
    return seat % 2 if state.seats == 4 else seat


def members(state: State, side: int) -> tuple[int, ...]:
    """The seats of a side, ascending."""
    return tuple(seat for seat in range(state.seats) if side_of(state, seat) == side)


def partner(seat: int) -> int:
    """The seat opposite, with four seats."""
    return (seat + 2) % 4


def limit(state: State) -> int:
    """The maximum length of the Tide (2.2)."""
    return 10 if state.seats == 4 else 12


def target(state: State) -> int:
    """The score to reach (2.2; RB-23)."""
    return 150 if state.seats == 3 else 200


def clockwise(state: State, first: int) -> tuple[int, ...]:
    """All seats in clockwise order from `first`."""
    return tuple((first + step) % state.seats for step in range(state.seats))


def first_seat(state: State) -> int:
    """The seat to the dealer's left, which is dealt to, bids and leads first (2.2)."""
    return ((state.dealer or 0) + 1) % state.seats


def has(state: State, seat: int, specialty: str) -> bool:
    """Whether the side of this seat still has that specialty card."""
    return specialty in state.sides[side_of(state, seat)].left


def spent(state: State, seat: int, specialty: str) -> State:
    """The state after the side of this seat has used a specialty card."""
    place = side_of(state, seat)
    side = state.sides[place]
    left = tuple(card for card in side.left if card != specialty)
    return replace(state, sides=put(state.sides, place, replace(side, left=left)))


def won_by_side(state: State) -> tuple[int, ...]:
    """Tricks won in this stage by side, including pending ones they collected."""
    won = [0] * len(state.sides)
    for trick in state.deal.tricks:
        if trick.winner is not None:
            won[side_of(state, trick.winner)] += trick.count
    return tuple(won)
