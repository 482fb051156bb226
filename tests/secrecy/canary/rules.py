"""Canary: each seat has unique cards; by turns one is revealed, and one buried for good."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from games.rules.base import Event, Item, Json, Option, OptionValue, Outcome, Position, Step
from games.rules.checks import checked_options, checked_order, checked_seats
from games.rules.errors import Illegal, Malformed

SLUG = "canary"
VERSION = 1
SEATS = (2, 3)
OPTIONS: tuple[Option, ...] = ()
SECRET_PHASES = frozenset({"bury"})
ROUNDS = 6
HELD = 8
FRONT = ("zorq", "vlix", "quem", "jhab", "xotl", "wuzd")
BACK = ("ompf", "yrdi", "ekku", "azzo", "ubly", "itch")
WORDS = [front + back for front in FRONT for back in BACK]  # thirty-six cards

Cards = tuple[str, ...]


@dataclass(frozen=True)
class State:
    """`cards` and `buried` by seat; `deck` are the cards never dealt."""

    seats: int
    turn: int = 1
    cards: tuple[Cards, ...] = field(default=(), repr=False)
    buried: tuple[Cards, ...] = field(default=(), repr=False)
    deck: Cards = field(default=(), repr=False)

    @property
    def phase(self) -> str:
        if self.turn > ROUNDS:
            return "over"
        return "bid" if self.turn % 2 else "bury"


def start(seats: int, options: Mapping[str, OptionValue]) -> State:
    checked_options(OPTIONS, options)
    return State(checked_seats(SEATS, seats))


def shuffle_needed(state: State) -> list[Item] | None:
    return None if state.cards else list(WORDS)


def shuffled(state: State, order: Sequence[Item]) -> State:
    deck = tuple(str(card) for card in checked_order(shuffle_needed(state), order))
    cards = tuple(tuple(sorted(deck[HELD * seat :][:HELD])) for seat in range(state.seats))
    return replace(state, cards=cards, buried=((),) * state.seats, deck=deck[HELD * state.seats :])


def awaiting(state: State) -> tuple[int, ...]:
    return tuple(range(state.seats)) if state.cards and state.phase != "over" else ()


def legal(state: State, seat: int) -> list[str]:
    return sorted(state.cards[seat]) if seat in awaiting(state) else []


ranked = legal


def read(state: State, seat: int, text: str) -> str:
    word = text.strip().lower()
    if word in legal(state, seat):
        return word
    kind = Illegal if word in WORDS else Malformed
    raise kind(text, legal(state, seat), f"{word!r} is not a card that you hold.")


def resolve(state: State, bids: Mapping[int, str]) -> Step:
    for seat in awaiting(state):
        if bids[seat] not in legal(state, seat):
            raise Illegal(bids[seat], legal(state, seat), f"Seat {seat} has no {bids[seat]!r}.")
    cards = tuple(
        tuple(card for card in held if card != bids[seat]) for seat, held in enumerate(state.cards)
    )
    after = replace(state, turn=state.turn + 1, cards=cards)
    if state.phase == "bid":
        return Step(after, (Event("shown", {"cards": [bids[s] for s in awaiting(state)]}),))
    buried = tuple((*done, bids[seat]) for seat, done in enumerate(state.buried))
    return Step(replace(after, buried=buried), (Event("buried"),))


def asides(state: State, seat: int) -> list[str]:
    return []


def aside(state: State, seat: int, act: str) -> Step:
    raise Illegal(act, [], "Nothing is said out of turn.")


def peek(state: State, seat: int) -> dict[str, Json]:
    return {"cards": {}, "runs": 0}


def observation(state: State, seat: int | None) -> dict[str, Json]:
    table = {
        "turn": state.turn,
        "phase": state.phase,
        "held": [len(held) for held in state.cards],
    }
    if seat is None:
        return table
    own = {"cards": list(state.cards[seat]), "buried": list(state.buried[seat])}
    return {**table, "you": {"seat": seat, **own}}


def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    return Outcome((0,) * state.seats, tuple(range(state.seats)))


def position(state: State) -> Position:
    return Position(1, 1, state.turn, ROUNDS, state.phase)


def dump(state: State) -> Json:
    return asdict(state)


def load(data: Json) -> State:
    hidden = {name: tuple(map(tuple, data[name])) for name in ("cards", "buried")}
    return State(data["seats"], data["turn"], deck=tuple(data["deck"]), **hidden)
