"""The contract between a ruleset and the rest of the house.

A ruleset is a plain module with the functions of `Ruleset`.  It is pure: no clock,
no chance, no input or output, no framework.  Chance comes in as *shuffles*, choices
come in as *bids*; states are frozen values, and every function returns a new one.

A caller drives a game like this::

    state = ruleset.start(seats, options)
    while ruleset.outcome(state) is None:
        items = ruleset.shuffle_needed(state)
        if items is not None:
            state = ruleset.shuffled(state, some_order_of(items))
            continue
        bids = {seat: one_of(ruleset.legal(state, seat)) for seat in ruleset.awaiting(state)}
        state, events = ruleset.resolve(state, bids)

After `start`, `shuffled`, `resolve` and `aside`, exactly one of three holds: a shuffle is
needed, somebody owes a bid, or the game is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

Json = Any  # what json.loads may return
State = Any  # each ruleset has its own frozen type
OptionValue = bool | int | str
Item = int | str  # a card, or a seat, as listed in docs/records.md section 2


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a ruleset: its default, and the values that it may take (type-strict)."""

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...] = (False, True)


class Event(NamedTuple):
    """A public fact: what a spectator at the table saw happen.

    `kind` is a short stable word; `data` holds JSON values only.  Never put anything
    into an event that some seat may not know: events go to the log as they are.
    """

    kind: str
    data: Mapping[str, Json] = MappingProxyType({})


class Step(NamedTuple):
    """What `resolve` and `aside` return: the next state, and what happened on the way."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: a score for each seat, and the winning seats, ascending."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def as_json(self) -> dict[str, Json]:
        return {"scores": list(self.scores), "winners": list(self.winners)}


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands, for headings: counted from 1, totals where the rules fix them."""

    stage: int
    stages: int | None
    hand: int
    hands: int | None
    phase: str


class Ruleset(Protocol):
    """What every module in this folder that is a game offers (records.md, section 1)."""

    SLUG: str  # "turn-the-tide", as in a record
    VERSION: int  # raised when a change of the rules would alter a running game
    SEATS: tuple[int, ...]  # the numbers of seats that it is played with
    OPTIONS: tuple[Option, ...]
    SECRET_PHASES: frozenset[str]  # whose bids stay secret, resolved, until the game is over

    def start(self, seats: int, options: Mapping[str, OptionValue]) -> State:
        """The state before the first shuffle.  Raises `BadOptions`."""

    def shuffle_needed(self, state: State) -> list[Item] | None:
        """The items that must be put in order now, in the order of records.md, or None."""

    def shuffled(self, state: State, order: Sequence[Item]) -> State:
        """The state after that order (first card first).  Raises `BadShuffle`."""

    def awaiting(self, state: State) -> tuple[int, ...]:
        """The seats that owe a bid now, ascending; empty when over or a shuffle is needed."""

    def legal(self, state: State, seat: int) -> list[str]:
        """Every canonical bid that this seat may give now, sorted by code point.

        Empty for a seat that owes nothing.
        """

    def ranked(self, state: State, seat: int) -> list[str]:
        """The legal bids from lowest to highest in the game's own sense.

        It is what a seat's choice for a missed hand (lowest, median, highest) refers to.
        """

    def read(self, state: State, seat: int, text: str) -> str:
        """The canonical form of what a person wrote, read forgivingly.

        Raises `Malformed` if it cannot be read, `Illegal` if it is not legal now.
        """

    def resolve(self, state: State, bids: Mapping[int, str]) -> Step:
        """Plays one hand: canonical bids of exactly the awaited seats.  Raises `Illegal`."""

    def asides(self, state: State, seat: int) -> list[str]:
        """What this seat may do out of turn, sorted."""

    def aside(self, state: State, seat: int, act: str) -> Step:
        """Carries out an aside.  Raises `Illegal`."""

    def peek(self, state: State, seat: int) -> dict[str, Json]:
        """What an aside lets this seat look at for a short while, beyond its observation.

        `cards` by seat (as text) and `runs`, how often the sand timer runs for it; both
        empty (`{}`, 0) where there is nothing to look at.
        """

    def observation(self, state: State, seat: int | None) -> dict[str, Json]:
        """All that this seat may see, as fresh JSON values; seat None is a spectator.

        The spectator's keys are those of records.md section 6.  A seat's observation has the
        same keys, and `you` (a dict with at least `seat` and `cards`).
        """

    # A ruleset may also have `without_memory(observation)`: the observation of a table that
    # leaves remembering to the players, without what lies face down by now.  Where it has, a
    # table may choose.
    #
    # A ruleset may have `imagine(observation, memory, rng)`, too: a state that might be the true
    # one for the seat that sees this, dealt by `rng` among all that agree with the observation
    # and with `memory`, the events so far that the player remembers (oldest first, perhaps
    # none).  `observation(imagine(seen, ...), seat) == seen`, always.  Strong players, analysis
    # and puzzles search the worlds that it gives; without it a game has the light players alone.

    def outcome(self, state: State) -> Outcome | None:
        """The end of the game, or None while it runs."""

    def position(self, state: State) -> Position:
        """Where the game stands; when over, where it ended."""

    def dump(self, state: State) -> Json:
        """The state as JSON values, complete: `load(dump(state)) == state`."""

    def load(self, data: Json) -> State:
        """The state that `dump` wrote."""
