"""Charts of a game: lines over its hands, with their numbers.

They are built from the spectator's observation at the opening of each hand, so they can be shown to
anybody, even while the game is running.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.drawing.courses import Span
from games.rules.base import Observation
from games.wording.base import Seating


@dataclass(frozen=True)
class Row:
    """A point in time: its x position, its label, and whether a stage begins or ends there."""

    x: float
    label: str
    knot: bool = True


@dataclass(frozen=True)
class Line:
    """The values of a seat or side (its `seats`), one for each row.

    `values` are drawn bold from knot to knot; `within`, if given, thin from row to row.
    """

    seats: tuple[int, ...]
    name: str
    me: bool
    values: tuple[int, ...]
    within: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number of its colour and marker, from 1."""
        return self.seats[0] + 1


@dataclass(frozen=True)
class Chart:
    """A chart: `what` identifies it for programs, `title` and `note` are for people."""

    what: str
    title: str
    note: str
    rows: tuple[Row, ...]
    spans: tuple[Span, ...]
    lines: tuple[Line, ...]
    within_words: str = ""


class Course(Protocol):
    """The interface of a game's module `chart`."""

    PHASES: tuple[str, ...]  # the hands that are points of the chart
    EVERY: str  # "hand", or "stage" for the first such hand of each stage
    KEYS: tuple[str, ...]  # the keys needed of a spectator's table

    def charts(self, tables: Sequence[Observation], seating: Seating) -> list[Chart]:
        """The charts, from those hands in order, each a spectator's observation cut down to `KEYS`.

        For a finished game the last one is the final table.
        """


COURSES: Parts[Course] = Parts(GAMES, "chart")
