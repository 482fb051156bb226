"""Turn the Tide: the state of a game, and what follows from it without playing on."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.rules.base import Json, Outcome, Position

WEATHER_CARDS = range(1, 61)
TIDE_CARDS = [level for level in range(1, 13) for _ in range(2)]
TURNS = 12  # in a stage, one weather card of the set each
BID_OF = {card: str(card) for card in WEATHER_CARDS}  # the bid that names a weather card
CARD_OF = {bid: card for card, bid in BID_OF.items()}
TAKES = ["take high", "take low"]


class State(NamedTuple):
    """A game of Turn the Tide.  What is hidden stays out of its printed form.

    Tuples by seat, except `sets` (by the seat that was dealt the set) and `deck` (the tide
    cards of this stage as shuffled; empty while they must be).  `phase` is deal (a shuffle is
    needed), bid, take or over; in phase take, `takers` are the highest and the second bidder.
    """

    seats: int
    cascade: bool
    taker_chooses: bool
    phase: str = "deal"
    stage: int = 1
    turn: int = 1
    sets: tuple[tuple[int, ...], ...] = ()
    deck: tuple[int, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ()
    played: tuple[tuple[int, ...], ...] = ()
    belts: tuple[int, ...] = ()
    tides: tuple[int | None, ...] = ()  # the top of each seat's tide pile
    out: tuple[bool, ...] = ()
    takers: tuple[int, ...] = ()
    history: tuple[tuple[int, ...], ...] = ()  # the points of each finished stage

    def __repr__(self) -> str:
        return f"<Turn the Tide: stage {self.stage}, turn {self.turn}, {self.phase}>"


def belt_count(cards: Iterable[int]) -> int:
    """The belts that a set brings: halves are added first, then rounded down (1.2(5), 1.3(3))."""
    return sum(_half_belts(card) for card in cards) // 2


def _half_belts(card: int) -> int:
    if 25 <= card <= 36:
        return 2
    return 1 if 13 <= card <= 48 else 0


def stage_laid_out(state: State) -> State:
    """Everybody takes the set of this stage, all its belts face up (1.4, 1.7(1))."""
    held = tuple(set_of(state, seat, state.stage) for seat in range(state.seats))
    return state._replace(
        phase="deal",
        turn=1,
        deck=(),
        cards=held,
        played=((),) * state.seats,
        belts=tuple(belt_count(cards) for cards in held),
        tides=(None,) * state.seats,
        out=(False,) * state.seats,
    )


def set_of(state: State, seat: int, stage: int) -> tuple[int, ...]:
    """The full set that a seat holds in a stage: the sets pass to the left (1.7(1)).

    Empty before the deal.
    """
    if not state.sets:
        return ()
    return state.sets[(seat - stage + 1) % state.seats]


def turned_up(state: State) -> list[int]:
    """The two tide cards of this turn as they were turned; none when the game is over."""
    if state.phase == "over":
        return []
    return list(state.deck[2 * state.turn - 2 : 2 * state.turn])


def awaiting(state: State) -> tuple[int, ...]:
    """Every seat still in the stage (1.5(2)), or the highest bidder who chooses a tide card."""
    if state.phase == "take":
        return state.takers[:1]
    if state.phase == "bid":
        return tuple([seat for seat, out in enumerate(state.out) if not out])
    return ()


def legal(state: State, seat: int) -> list[str]:
    """The weather cards that a seat holds, or the two ways to take, sorted as text.

    Empty if it owes nothing.
    """
    if state.phase == "bid" and not state.out[seat]:
        return sorted([BID_OF[card] for card in state.cards[seat]])
    return list(TAKES) if state.phase == "take" and seat == state.takers[0] else []


def is_legal(state: State, seat: int, bid: str) -> bool:
    """Whether an awaited seat may give this canonical bid: `legal` without making the list."""
    if state.phase == "take":
        return bid in TAKES
    return CARD_OF.get(bid) in state.cards[seat]


def ranked(state: State, seat: int) -> list[str]:
    """The same from the lowest card to the highest."""
    if state.phase == "bid" and not state.out[seat]:
        return [BID_OF[card] for card in state.cards[seat]]
    return ["take low", "take high"] if legal(state, seat) else []


def scores(state: State) -> tuple[int, ...]:
    """The points of the finished stages, by seat."""
    return tuple(sum(points[seat] for points in state.history) for seat in range(state.seats))


def outcome(state: State) -> Outcome | None:
    """After as many stages as seats the highest total wins; ties share (1.7(2), 1.7(3))."""
    if state.phase != "over":
        return None
    totals = scores(state)
    best = max(totals)
    return Outcome(totals, tuple(s for s in range(state.seats) if totals[s] == best))


def position(state: State) -> Position:
    """Stage and turn, of as many stages as seats and twelve turns."""
    return Position(state.stage, state.seats, state.turn, TURNS, shown_phase(state))


def shown_phase(state: State) -> str:
    """bid, take or over: a deal that is due is a bid that cannot be given yet."""
    return "bid" if state.phase == "deal" else state.phase


def dump(state: State) -> Json:
    """Every field under its name."""
    return {name: _listed(value) for name, value in state._asdict().items()}


def load(data: Json) -> State:
    """The state that `dump` wrote."""
    return State(**{name: _tupled(value) for name, value in data.items()})


def _listed(value: Any) -> Json:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _tupled(value: Json) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value
