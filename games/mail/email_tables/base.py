"""What the drawings share: their contract, and the pieces that all of them are made of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Protocol

from django.utils.safestring import SafeString

from accounts.email.inline_css import element, escape_once, opening
from games.wording import Seating
from games.wording.base import Observation

PLAIN = ' role="presentation" cellpadding="0" cellspacing="0" border="0"'
GRID = ' width="100%" cellpadding="0" cellspacing="0" border="0"'


@dataclass(frozen=True)
class Shown:
    """What is drawn: the reader's observation of a game, and the names.

    `marks` says by seat how it stands to the open hand, if the letter asks for an answer.
    """

    ruleset: str
    table: Observation
    seating: Seating
    marks: Mapping[int, str] = field(default_factory=dict)


class Drawing(Protocol):
    """What every module in this folder that draws a game offers."""

    def board(self, shown: Shown) -> SafeString:
        """The table as all see it."""

    def cards(self, shown: Shown) -> SafeString:
        """The cards that the reader holds."""


def safe(*pieces: object) -> SafeString:
    """Pieces joined; what is not safe is escaped."""
    return SafeString("".join(escape_once(piece) for piece in pieces))


def row(cells: Iterable[object]) -> SafeString:
    """A line of a table, each cell on a line of its own: RFC 5322 allows 998 characters."""
    lines = "\n".join(escape_once(cell) for cell in cells)
    return SafeString(f"<tr>{lines}</tr>\n")


def table(classes: str, rows: Iterable[object], rest: str = PLAIN) -> SafeString:
    """A table; `GRID` is one that is read as such, `PLAIN` one that only places things."""
    inside = safe(*rows)
    return SafeString(f"{opening('table', classes, rest)}\n{inside}</table>\n")


def heads(words: Sequence[str]) -> SafeString:
    """The line that says what the columns are."""
    return row(element("th", "col", word, ' scope="col"') for word in words)


def paragraph(text: object, classes: str = "") -> SafeString:
    return safe(element("p", classes, text), SafeString("\n"))


def heading(text: str) -> SafeString:
    return element("h2", "", text)


def bold(text: object) -> SafeString:
    return SafeString(f"<b>{escape(str(text))}</b>")


def name_cell(name: str, mark: str, *, mine: bool) -> SafeString:
    """Who it is, and below that how they stand to the open hand."""
    below = [SafeString("<br>"), element("span", "mark", mark)] if mark else []
    return element("td", "cell mine" if mine else "cell", [bold(name), *below])


def placed(cells: Sequence[SafeString], a_row: int) -> SafeString:
    """Small things side by side, so many in a row; each is the inside of a cell."""
    rows = [cells[start : start + a_row] for start in range(0, len(cells), a_row)]
    return safe(*(table("row", [row(element("td", "slot", c) for c in line)]) for line in rows))
