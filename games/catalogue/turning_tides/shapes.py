"""The JSON types of Turning Tides: table, events and record (docs/records.md)."""

from typing import Literal, NotRequired, TypedDict

from games.rules import shapes

Card = Literal["wait", "sailor", "cannon", "move", "navigate", "swing", "fire"]
Side = Literal["a", "b"]
Goal = Literal["and", "or"]
Cannons = Literal["", "a", "b", "ab"]  # the sides of a zone that have one
Phase = Literal["choose", "execute", "exchange", "damage", "over"]


class Zone(TypedDict):
    sailors: int
    captain: bool
    cannons: Cannons
    mast: bool
    destroyed: bool


class Hold(TypedDict):
    sailors: int
    cannons: int


class Ship(TypedDict):
    """`unseen` are the cards hidden in hand, pile and damage together, sorted."""

    zones: list[Zone]
    hold: Hold
    exchange: list[Card]
    discard: list[Card]
    pile: int
    cards: int
    stowed: int
    crew: int
    destroyed: int
    unseen: list[Card]


class Executing(TypedDict):
    seat: int
    card: Card
    promotion: bool


class You(TypedDict):
    """`pile` is sorted; `offer` is the seat that has offered to surrender."""

    seat: int
    cards: list[Card]
    pile: list[Card]
    stowed: list[Card]
    offer: int | None
    legal: list[str]
    asides: list[str]


class Observation(TypedDict):
    """The table; `you` is present for players only."""

    round: int
    turn: int
    phase: Phase
    offset: int
    facing: Side
    pawn: int
    revealed: list[Card | None]
    ships: list[Ship]
    introduction: bool
    goal: Goal | None
    opposite: list[list[int]]
    levels: list[int | None]
    executing: Executing | None
    you: NotRequired[You]


class SeatEvent(TypedDict):
    """What all events about one seat have."""

    seat: int


class RoundBegan(TypedDict):
    kind: Literal["round_began"]
    round: int
    facing: Side


class FireJoined(TypedDict):
    kind: Literal["fire_joined"]
    seat: int


class Revealed(TypedDict):
    kind: Literal["revealed"]
    turn: int
    cards: list[Card]


class Sailed(TypedDict):
    kind: Literal["sailed"]
    offset: int
    why: Literal["turn", "waited"]


class NothingDone(TypedDict):
    kind: Literal["nothing_done"]
    seat: int
    card: Card


class Placed(TypedDict):
    kind: Literal["placed"]
    seat: int
    unit: Literal["sailor", "cannon"]
    at: str


Moved = TypedDict(
    "Moved",
    {
        "kind": Literal["moved"],
        "seat": int,
        "unit": Literal["sailor", "cannon", "captain"],
        "from": str,
        "to": str,
    },
)


class Navigated(TypedDict):
    kind: Literal["navigated"]
    seat: int
    how: Literal["forward", "back", "claim"]
    offset: int


Swung = TypedDict(
    "Swung",
    {
        "kind": Literal["swung"],
        "seat": int,
        "from": int,
        "at": int,
        "removed": Literal["sailor", "captain"] | None,
    },
)
Fired = TypedDict(
    "Fired",
    {
        "kind": Literal["fired"],
        "seat": int,
        "from": int,
        "at": int,
        "effect": Literal["destroyed", "mast", "nothing", "units"],
    },
)


class Promoted(TypedDict):
    kind: Literal["promoted"]
    seat: int
    at: int
    card: Card


class CaptainLost(TypedDict):
    kind: Literal["captain_lost"]
    seat: int


class PawnMoved(TypedDict):
    kind: Literal["pawn_moved"]
    seat: int


class RoundOver(TypedDict):
    kind: Literal["round_over"]
    round: int


class Exchanged(TypedDict):
    kind: Literal["exchanged"]
    seat: int
    given: list[Card]
    taken: list[Card]
    exchange: list[Card]


class Stowed(TypedDict):
    """Which cards were put away isn't public."""

    kind: Literal["stowed"]
    seat: int
    count: int


class Offered(TypedDict):
    """A seat offers to surrender."""

    kind: Literal["offered"]
    seat: int


class OfferLapsed(TypedDict):
    kind: Literal["offer_lapsed"]
    seat: int


class OfferRefused(TypedDict):
    kind: Literal["refused"]
    seat: int


class Surrendered(TypedDict):
    kind: Literal["surrendered"]
    seat: int


class GameOver(TypedDict):
    kind: Literal["game_over"]
    winner: int
    why: Literal["zones", "crew", "captain", "captain_and_zone", "surrender"]


Event = (
    RoundBegan
    | FireJoined
    | Revealed
    | Sailed
    | NothingDone
    | Placed
    | Moved
    | Navigated
    | Swung
    | Fired
    | Promoted
    | CaptainLost
    | PawnMoved
    | RoundOver
    | Exchanged
    | Stowed
    | Offered
    | OfferLapsed
    | OfferRefused
    | Surrendered
    | GameOver
)


class Options(TypedDict):
    introduction: NotRequired[bool]
    introduction_goal: NotRequired[Goal]


class Record(shapes.Record):
    game: Literal["turning-tides"]
    options: Options
    shuffles: list[list[Card]]
