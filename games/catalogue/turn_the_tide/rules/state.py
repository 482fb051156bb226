"""Turn the Tide: the state of a game and what can be derived from it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from games.rules.base import Json, Outcome, Position

WEATHER_CARDS = range(1, 61)
TIDE_CARDS = [level for level in range(1, 13) for _ in range(2)]
TURNS = 12  # per stage, one for each weather card of a set
BID_OF = {card: str(card) for card in WEATHER_CARDS}  # the bid for each weather card
CARD_OF = {bid: card for card, bid in BID_OF.items()}
HALF_BELTS = {card: (0, 1, 2, 1, 0)[(card - 1) // 12] for card in WEATHER_CARDS}
TAKES = ["take high", "take low"]
NESTED = ("sets", "history", "played", "cards")  # of what `dump` writes
Phase = Literal["deal", "bid", "take", "over"]


class State(NamedTuple):
    """A game of Turn the Tide. Its `repr` doesn't contain hidden information.

    Tuples are by seat, except `sets` and `shown` (by the seat the set was dealt to) and `deck` (the
    shuffled tide cards of this stage; empty until they are shuffled). `phase` is deal (a shuffle is
    needed), bid, take or over; in phase take, `takers` are the highest and second bidder. Fields
    that a turn doesn't change come first, so that a turn can copy them as a slice.
    """

    seats: int
    cascade: bool
    taker_chooses: bool
    sets: tuple[tuple[int, ...], ...] = ()
    stage: int = 1
    deck: tuple[int, ...] = ()
    history: tuple[tuple[int, ...], ...] = ()  # the points of each finished stage
    shown: tuple[tuple[int, ...], ...] = ()  # what was played of each set in earlier stages
    phase: Phase = "deal"
    turn: int = 1
    held: tuple[tuple[str, ...], ...] = ()  # the cards, as bids in the order of `legal`
    played: tuple[tuple[int, ...], ...] = ()
    belts: tuple[int, ...] = ()
    tides: tuple[int | None, ...] = ()  # the top of each seat's tide pile
    out: tuple[bool, ...] = ()
    takers: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[tuple[int, ...], ...]:
        """The cards each seat holds, ascending."""
        return tuple(tuple(sorted(map(CARD_OF.__getitem__, bids))) for bids in self.held)

    def __repr__(self) -> str:
        return f"<Turn the Tide: stage {self.stage}, turn {self.turn}, {self.phase}>"


def belt_count(cards: Iterable[int]) -> int:
    """The belts of a set: halves are added up first, then rounded down (1.2(5), 1.3(3))."""
    return sum(map(HALF_BELTS.__getitem__, cards)) // 2


def as_bids(cards: Iterable[int]) -> tuple[str, ...]:
    """The bids for these cards, sorted by code point."""
    return tuple(sorted(map(BID_OF.__getitem__, cards)))


@lru_cache(maxsize=64)  # the same sets return in every stage
def _set_laid_out(cards: tuple[int, ...]) -> tuple[tuple[str, ...], int]:
    return as_bids(cards), belt_count(cards)


def stage_laid_out(state: State, stage: int) -> State:
    """Gives everybody their set for this stage, with all belts face up (1.4, 1.7(1))."""
    sets = [_set_laid_out(set_of(state, seat, stage)) for seat in range(state.seats)]
    held, belts = zip(*sets, strict=True)
    return state._replace(
        phase="deal",
        stage=stage,
        turn=1,
        deck=(),
        held=held,
        played=((),) * state.seats,
        belts=belts,
        tides=(None,) * state.seats,
        out=(False,) * state.seats,
    )


def set_of(state: State, seat: int, stage: int) -> tuple[int, ...]:
    """The full set of a seat in a stage; sets are passed to the left (1.7(1)).

    Empty before the deal.
    """
    if not state.sets:
        return ()
    return state.sets[(seat - stage + 1) % state.seats]


def shown_of(state: State, seat: int) -> tuple[int, ...]:
    """The cards of this seat's present set that were revealed in earlier stages, ascending."""
    return state.shown[(seat - state.stage + 1) % state.seats] if state.shown else ()


def turned_up(state: State) -> list[int]:
    """The two tide cards of this turn in the order they were turned up; empty when it is over."""
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
    """The weather cards a seat holds, or the two ways to take, sorted as text.

    Empty if it has nothing to answer.
    """
    if state.phase == "bid" and not state.out[seat]:
        return list(state.held[seat])
    return list(TAKES) if state.phase == "take" and seat == state.takers[0] else []


def ranked(state: State, seat: int) -> list[str]:
    """Legal answers from the lowest card to the highest."""
    if state.phase == "bid" and not state.out[seat]:
        return sorted(state.held[seat], key=CARD_OF.__getitem__)
    return ["take low", "take high"] if legal(state, seat) else []


def scores(state: State) -> tuple[int, ...]:
    """The points of the finished stages, by seat."""
    return tuple(map(sum, zip((0,) * state.seats, *state.history, strict=True)))


def outcome(state: State) -> Outcome | None:
    """The outcome after as many stages as seats: the highest total wins, and ties share the win
    (1.7(2), 1.7(3)).
    """
    if state.phase != "over":
        return None
    totals = scores(state)
    best = max(totals)
    return Outcome(totals, tuple(s for s in range(state.seats) if totals[s] == best))


def position(state: State) -> Position:
    """Stage and turn, with their totals: as many stages as seats, twelve turns each."""
    return Position(state.stage, state.seats, state.turn, TURNS, shown_phase(state))


def shown_phase(state: State) -> Literal["bid", "take", "over"]:
    """bid, take or over; a pending deal is shown as bid."""
    return "bid" if state.phase == "deal" else state.phase


def dump(state: State) -> Json:
    """Every field under its name; the cards held as numbers. What was shown of the sets follows
    them, where version 0.2 passes over it, so that both can play on during an upgrade.
    """
    fields = state._asdict()
    del fields["held"], fields["shown"]
    return {**fields, "sets": (*state.sets, *state.shown), "cards": state.cards}


def load(data: Json) -> State:
    """The state that `dump` wrote."""
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    for name in NESTED:
        fields[name] = tuple(map(tuple, fields[name]))
    sets, cards = fields.pop("sets"), fields.pop("cards")
    seats = fields["seats"]
    return State(sets=sets[:seats], shown=sets[seats:], held=tuple(map(as_bids, cards)), **fields)
