"""Turn the Tide (Land unter, earlier Zum Kuckuck!), for three to five players.

Numbers in brackets are paragraphs of the published rules, TT-… are our rulings on what these leave
open; neither text is part of this repository. A *set* is twelve weather cards that are passed from
seat to seat; the *tide* of a seat is the top card of its tide pile, None if it has none.
"""

from collections.abc import Mapping, Sequence

from games.catalogue.turn_the_tide.rules.imagining import imagine
from games.catalogue.turn_the_tide.rules.noting import noted
from games.catalogue.turn_the_tide.rules.reading import quoted, read
from games.catalogue.turn_the_tide.rules.seen import observation, without_memory
from games.catalogue.turn_the_tide.rules.state import (
    TIDE_CARDS,
    WEATHER_CARDS,
    State,
    awaiting,
    dump,
    legal,
    load,
    outcome,
    position,
    ranked,
    stage_laid_out,
)
from games.catalogue.turn_the_tide.rules.turn import resolve
from games.rules.base import Item, Json, Option, OptionValue, Step
from games.rules.checks import checked_options, checked_order, checked_seats
from games.rules.errors import Illegal

__all__ = [
    "OPTIONS",
    "SEATS",
    "SECRET_PHASES",
    "SLUG",
    "VERSION",
    "aside",
    "asides",
    "awaiting",
    "dump",
    "imagine",
    "legal",
    "load",
    "noted",
    "observation",
    "outcome",
    "peek",
    "position",
    "ranked",
    "read",
    "resolve",
    "shuffle_needed",
    "shuffled",
    "start",
    "without_memory",
]

SLUG: str = "turn-the-tide"
VERSION: int = 1
SEATS: tuple[int, ...] = (3, 4, 5)
SECRET_PHASES: frozenset[str] = frozenset()
OPTIONS: tuple[Option, ...] = (Option("cascade", True), Option("taker_chooses", False))


def start(seats: int, options: Mapping[str, OptionValue]) -> State:
    """The state before the weather cards are shuffled.  Raises `BadOptions`."""
    checked = checked_options(OPTIONS, options)
    state = State(
        seats=checked_seats(SEATS, seats),
        cascade=bool(checked["cascade"]),
        taker_chooses=bool(checked["taker_chooses"]),
    )
    return stage_laid_out(state, stage=1)


def shuffle_needed(state: State) -> list[Item] | None:
    """The items to shuffle: the weather cards once, then the tide cards before every stage."""
    if state.phase != "deal":
        return None
    return list(TIDE_CARDS) if state.sets else list(WEATHER_CARDS)


def shuffled(state: State, order: Sequence[Item]) -> State:
    """Deals twelve cards to each seat, or prepares the tide deck. Raises `BadShuffle`."""
    cards = tuple(map(int, checked_order(shuffle_needed(state), order)))
    if state.sets:
        return state._replace(deck=cards, phase="bid")
    dealt = tuple(tuple(sorted(cards[12 * i : 12 * i + 12])) for i in range(state.seats))
    return stage_laid_out(state._replace(sets=dealt), stage=1)


def peek(state: State, seat: int) -> dict[str, Json]:
    """Always empty: this game has no way to look at other cards."""
    return {"cards": {}, "runs": 0}


def asides(state: State, seat: int) -> list[str]:
    """Always empty: this game has no actions out of turn."""
    return []


def aside(state: State, seat: int, act: str) -> Step:
    """Always raises `Illegal`."""
    raise Illegal(act, [], f"{quoted(act)}: nobody acts out of turn in this game.")
