"""What the course of a game is made of: lines over its hands, with the numbers behind them.

It is drawn from what a spectator saw as each hand opened, so it may be shown while the game
runs, and to anybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.wording.base import Seating

Table = Mapping[str, Any]  # a spectator's observation, as far as `KEYS` asks for it


@dataclass(frozen=True)
class Row:
    """One point in time: where it lies, its name, and whether it begins or ends a stage."""

    x: float
    label: str
    knot: bool = True


@dataclass(frozen=True)
class Span:
    """A stretch that has a name below the picture: "stage 2", in little room "2"."""

    start: float
    end: float
    label: str
    short: str


@dataclass(frozen=True)
class Line:
    """The numbers of a seat or side (its `seats`), one for each row.

    `within`, if there is any, is drawn thin from row to row; `values` bold, from knot to knot.
    """

    seats: tuple[int, ...]
    name: str
    me: bool
    values: tuple[int, ...]
    within: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """Of its colour and mark, from 1."""
        return self.seats[0] + 1


@dataclass(frozen=True)
class Chart:
    """One picture: `what` names it for programs, `title` and `note` for people."""

    what: str
    title: str
    note: str
    rows: tuple[Row, ...]
    spans: tuple[Span, ...]
    lines: tuple[Line, ...]
    within_words: str = ""


class Course(Protocol):
    """What the module `chart` of a game offers for the picture of its course."""

    PHASES: tuple[str, ...]  # which hands are looked at, as they open
    EVERY: str  # "hand", or "stage" for the first such hand of each stage
    KEYS: tuple[str, ...]  # what of a spectator's table is needed

    def charts(self, tables: Sequence[Table], circle: Seating) -> list[Chart]:
        """The pictures, from what those hands' tables said, in order.

        After the end the last one is the table as it then lay.
        """


COURSES: Parts[Course] = Parts(GAMES, "chart")
