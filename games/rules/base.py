"""The contract between a ruleset and everything else.

A ruleset is a plain module with the functions of `Ruleset`. It is pure: no clock, no randomness,
no input or output, no framework. Randomness comes in as *shuffles*, choices come in as *bids*.
States are frozen values, and every function returns a new one.

A caller drives a game like this::

    state = ruleset.start(seats, options)
    while ruleset.outcome(state) is None:
        items = ruleset.shuffle_needed(state)
        if items is not None:
            state = ruleset.shuffled(state, some_order_of(items))
            continue
        bids = {seat: one_of(ruleset.legal(state, seat)) for seat in ruleset.awaiting(state)}
        state, events = ruleset.resolve(state, bids)

After `start`, `shuffled`, `resolve` and `aside`, exactly one of these holds: a shuffle is needed,
somebody owes a bid, or the game is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

Json = Any  # what json.loads may return
State = Any  # each ruleset has its own frozen type
Observation = Any  # each game has its own `TypedDict`, in its module `shapes`
OptionValue = bool | int | str
Item = int | str  # a card, or a seat, as listed in docs/records.md section 2


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a ruleset: its default, and its allowed values (type-strict)."""

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...] = (False, True)


class Event(NamedTuple):
    """A public event: what a spectator at the table saw.

    `kind` is a short stable word; `data` contains JSON values only. Never put anything into an
    event that some seat may not know: events go to the public log as they are.
    """

    kind: str
    data: Mapping[str, Json] = MappingProxyType({})


class Step(NamedTuple):
    """What `resolve` and `aside` return: the next state, and the events on the way."""

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
    """Where a game stands, for headings. Counted from 1; totals where the rules fix them."""

    stage: int
    stages: int | None
    hand: int
    hands: int | None
    phase: str


class Ruleset(Protocol):
    """The functions of every ruleset (docs/records.md, section 1)."""

    SLUG: str  # "turn-the-tide", as in a record
    VERSION: int  # raised when a change of the rules would affect a running game
    SEATS: tuple[int, ...]  # the numbers of seats that it is played with
    OPTIONS: tuple[Option, ...]
    SECRET_PHASES: frozenset[str]  # whose bids stay secret until the game is over

    def start(self, seats: int, options: Mapping[str, OptionValue]) -> State:
        """The state before the first shuffle. Raises `BadOptions`."""

    def shuffle_needed(self, state: State) -> list[Item] | None:
        """The items to shuffle now, in the order of docs/records.md; None if there are none."""

    def shuffled(self, state: State, order: Sequence[Item]) -> State:
        """The state after the shuffle (first card first). Raises `BadShuffle`."""

    def awaiting(self, state: State) -> tuple[int, ...]:
        """The seats that owe a bid now, ascending; empty if the game is over or a shuffle is
        needed."""

    def legal(self, state: State, seat: int) -> list[str]:
        """All canonical bids that this seat may give now, sorted by code point.

        Empty for a seat that owes nothing.
        """

    def ranked(self, state: State, seat: int) -> list[str]:
        """The legal bids from lowest to highest in the game's own sense.

        A seat's fallback (lowest, median, highest) refers to this order.
        """

    def read(self, state: State, seat: int, text: str) -> str:
        """The canonical form of what a person wrote, parsed leniently.

        Raises `Malformed` if it can't be parsed, `Illegal` if it is not legal now.
        """

    def resolve(self, state: State, bids: Mapping[int, str]) -> Step:
        """Plays one hand: canonical bids of exactly the awaited seats. Raises `Illegal`."""

    def asides(self, state: State, seat: int) -> list[str]:
        """What this seat may do out of turn, sorted. The wording's `aside` has its texts."""

    def aside(self, state: State, seat: int, act: str) -> Step:
        """Carries out an aside.  Raises `Illegal`."""

    def peek(self, state: State, seat: int) -> dict[str, Json]:
        """What an aside lets this seat look at for a short while, beyond its observation.

        `cards` by seat (as text) and `runs`, the number of runs of the sand timer; empty (`{}`, 0)
        if there is nothing to look at.
        """

    def observation(self, state: State, seat: int | None) -> Observation:
        """Everything this seat may see, as fresh JSON values; seat None is a spectator.

        The spectator's keys are those of docs/records.md, section 6: at least `phase`, which is
        "over" at the end. A seat's observation also has `you`, a dict with at least `seat` and
        `cards`, also before the first shuffle. If some legal answers break a rule of the game,
        `you["proper"]` lists the others; bots that play at random choose among those.
        """

    # A ruleset may also have `without_memory(observation)`: the observation of a table that
    # leaves remembering to the players, without what lies face down by now.  Where it has, a
    # table may choose.  If such an observation lacks anything, there is `noted(observation,
    # memory)` as well: what its player knows who has noted all that lay open (see `imagine`).
    #
    # A ruleset may have `imagine(observation, memory, rng)`, too: a state that might be the true
    # one for the seat that sees this, dealt by `rng` among all that agree with the observation
    # and with `memory`, the events so far that the player remembers (oldest first, perhaps
    # none).  `observation(imagine(seen, ...), seat) == seen`, always.  It is for
    # analysis and measuring; an engine (`games.bots.engine`) deals many worlds at once.

    def outcome(self, state: State) -> Outcome | None:
        """The end of the game; None while it runs."""

    def position(self, state: State) -> Position:
        """Where the game stands; if it is over, where it ended."""

    def dump(self, state: State) -> Json:
        """The complete state as JSON values: `load(dump(state)) == state`."""

    def load(self, data: Json) -> State:
        """The state that `dump` wrote."""
