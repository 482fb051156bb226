"""The JSON types of Rowboat: table, events and record (docs/records.md)."""

from typing import Literal, NotRequired, TypedDict

from games.rules import shapes

Trump = Literal["oars", "waves", "shells", "maps"]
Phase = Literal["moon", "exchange", "bid", "play", "over"]


class CardPlayed(TypedDict):
    seat: int
    card: str


class Side(TypedDict):
    score: int
    bags: int
    tricks: int
    left: list[str]


class Trick(TypedDict):
    """`winner` is null if the trick was tied."""

    winner: int | None
    count: int


class Marriage(TypedDict):
    card: str
    trick: int


class You(TypedDict):
    """`proper` are the legal answers that aren't misplays."""

    seat: int
    side: int
    cards: list[str]
    legal: list[str]
    proper: list[str]
    asides: list[str]
    married: list[Marriage]
    misplays: int
    given: str | None
    received: str | None


class Observation(TypedDict):
    """The table; `you` is present for players only."""

    stage: int
    trick: int
    phase: Phase
    dealer: int
    tide: list[str]
    bids: list[int | None]
    on_table: list[CardPlayed]
    pending: int
    cards: list[int]
    sides: list[Side]
    target: int
    limit: int
    novice: bool
    misplays: bool
    side_of: list[int]
    side_bids: list[int | None]
    bids_due: list[int]
    awaiting: list[int]
    looked: list[int]
    history: list[Trick]
    last_trick: list[CardPlayed]
    ruling: str | None
    knob: str | None
    trump: Trump | None
    leader: int | None
    turns: list[int]
    you: NotRequired[You]


class Moon(TypedDict):
    """`count` is null if the dealer kept the Moon."""

    kind: Literal["moon"]
    seat: int
    count: int | None


class TideLaid(TypedDict):
    kind: Literal["tide_laid"]
    stage: int
    tide: list[str]
    count: int


class StageDealt(TypedDict):
    kind: Literal["stage_dealt"]
    stage: int
    dealer: int
    cards: int
    first: int


class Exchanged(TypedDict):
    """The exchanged cards aren't public."""

    kind: Literal["exchanged"]


class Bid(TypedDict):
    kind: Literal["bid"]
    seat: int
    bid: int


class Played(TypedDict):
    kind: Literal["played"]
    seat: int
    card: str
    trick: int


class TrickTied(TypedDict):
    kind: Literal["trick_tied"]
    trick: int
    pending: int
    lost: bool


class TrickWon(TypedDict):
    kind: Literal["trick_won"]
    trick: int
    seat: int
    side: int
    count: int
    pending: int


class Looked(TypedDict):
    kind: Literal["looked"]
    seat: int
    side: int


class SideScored(TypedDict):
    bid: int | None
    won: int
    overtricks: int
    misplays: int
    cancelled: bool
    points: int
    bags: int
    capsized: int
    score: int


class StageScored(TypedDict):
    kind: Literal["stage_scored"]
    stage: int
    sides: list[SideScored]


class Capsized(TypedDict):
    kind: Literal["capsized"]
    side: int
    times: int


class PlayOn(TypedDict):
    """These sides are tied at the target."""

    kind: Literal["play_on"]
    sides: list[int]


class GameOver(TypedDict):
    kind: Literal["game_over"]
    side: int
    winners: list[int]
    scores: list[int]


Event = (
    Moon
    | TideLaid
    | StageDealt
    | Exchanged
    | Bid
    | Played
    | TrickTied
    | TrickWon
    | Looked
    | StageScored
    | Capsized
    | PlayOn
    | GameOver
)


class Options(TypedDict):
    novice: NotRequired[bool]
    misplays: NotRequired[bool]


class Record(shapes.Record):
    game: Literal["rowboat"]
    options: Options
    shuffles: list[list[int | str]]
