"""JSON shapes that all games share, for the API's schema and for reading records."""

from typing import NotRequired, TypedDict


class Outcome(TypedDict):
    """The end of a game: the score of each seat, and the winning seats, ascending."""

    scores: list[int]
    winners: list[int]


class AsideDone(TypedDict):
    seat: int
    act: str


class Start(TypedDict):
    """What binds names and words to the deck (docs/fairness.md)."""

    digest: str
    names: list[str]
    salts: list[str | None]


class Substitute(TypedDict):
    """Who held a seat from which hand to which."""

    seat: int
    name: str | None
    from_hand: int
    until_hand: int | None


class Record(TypedDict):
    """The record of a game that has ended (docs/records.md, section 4)."""

    format: str
    rules: int
    seats: int
    hands: list[dict[str, str | AsideDone]]
    outcome: NotRequired[Outcome]
    id: str
    players: list[str | None]
    start: NotRequired[Start]
    secret: str | None
    commitment: str
    entropies: list[str | None]
    seed: str
    salts: list[dict[str, str]]
    receipts: list[dict[str, str]]
    ended: str
    checksum: str
    substitutes: NotRequired[list[Substitute]]
    duplicate: NotRequired[list[str]]
