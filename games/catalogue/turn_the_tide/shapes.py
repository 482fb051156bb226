"""The JSON types of Turn the Tide: table, events and record (docs/records.md)."""

from typing import Literal, NotRequired, TypedDict

from games.rules import shapes


class Options(TypedDict):
    cascade: bool
    taker_chooses: bool


class Seat(TypedDict):
    """`seen_before`: the cards of its present set that all saw in earlier stages, if any."""

    belts: int
    tide: int | None
    out: bool
    cards: int
    score: int
    played: list[int]
    set_belts: int
    seen_before: NotRequired[list[int]]


class KnownSet(TypedDict):
    """A set you held in an earlier stage, and the seat that holds it now."""

    stage: int
    seat: int
    cards: list[int]


class You(TypedDict):
    seat: int
    cards: list[int]
    known_sets: list[KnownSet]
    legal: list[str]


class Observation(TypedDict):
    """The table; `you` is present for players only."""

    stage: int
    hand: int
    phase: Literal["bid", "take", "over"]
    turned_up: list[int]
    seats: list[Seat]
    stages: int
    hands: int
    options: Options
    tides_left: list[int]
    takers: list[int]
    history: list[list[int]]
    you: NotRequired[You]


class TurnedUp(TypedDict):
    kind: Literal["turned_up"]
    stage: int
    turn: int
    tides: list[int]


class Played(TypedDict):
    """The cards of all seats."""

    kind: Literal["played"]
    bids: dict[str, int]


class MayChoose(TypedDict):
    kind: Literal["may_choose"]
    seat: int
    tides: list[int]


class Chose(TypedDict):
    kind: Literal["chose"]
    seat: int
    tide: int
    left: int


class Took(TypedDict):
    """`rank` 1 is the highest bidder; `before` is the tide card that was covered."""

    kind: Literal["took"]
    seat: int
    tide: int
    rank: int
    before: int | None


class Paid(TypedDict):
    kind: Literal["paid"]
    seat: int
    tide: int
    belts_left: int


class Out(TypedDict):
    kind: Literal["out"]
    seat: int
    tide: int


class NobodyPaid(TypedDict):
    kind: Literal["nobody_paid"]


class Points(TypedDict):
    seat: int
    belts: int
    bonus: int
    out: bool
    points: int


class StageScored(TypedDict):
    kind: Literal["stage_scored"]
    stage: int
    early: bool
    points: list[Points]
    scores: list[int]


class SetsPassed(TypedDict):
    kind: Literal["sets_passed"]
    stage: int
    belts: list[int]


class GameOver(TypedDict):
    kind: Literal["game_over"]
    scores: list[int]
    winners: list[int]


Event = (
    TurnedUp
    | Played
    | MayChoose
    | Chose
    | Took
    | Paid
    | Out
    | NobodyPaid
    | StageScored
    | SetsPassed
    | GameOver
)


class RecordOptions(TypedDict):
    cascade: NotRequired[bool]
    taker_chooses: NotRequired[bool]


class Record(shapes.Record):
    game: Literal["turn-the-tide"]
    options: RecordOptions
    shuffles: list[list[int]]
