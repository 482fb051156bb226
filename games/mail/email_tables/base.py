"""The interface of the drawings, and the pieces they are made of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Protocol

from django.utils.safestring import SafeString

from accounts.email.inline_css import element, escape_once, opening
from games.rules.base import Observation
from games.wording import Seating

PLAIN = ' role="presentation" cellpadding="0" cellspacing="0" border="0"'
MAX_UNBROKEN = 14  # letters of a word that stays whole in a column
GRID = ' width="100%" cellpadding="0" cellspacing="0" border="0"'


@dataclass(frozen=True)
class Shown:
    """What to draw: the reader's observation of a game, and the players' names.

    `marks`: whether each seat has answered the open hand, in letters that ask for an answer.
    """

    ruleset: str
    table: Observation
    seating: Seating
    marks: Mapping[int, str] = field(default_factory=dict)


class Drawing(Protocol):
    """The interface of an `email_table` module."""

    def board(self, shown: Shown) -> SafeString:
        """The table as everybody sees it."""

    def cards(self, shown: Shown) -> SafeString:
        """The reader's own cards."""


def safe(*pieces: object) -> SafeString:
    """Joins pieces; escapes those that aren't safe."""
    return SafeString("".join(escape_once(piece) for piece in pieces))


def row(cells: Iterable[object]) -> SafeString:
    """A table row; each cell is a line of its own, since mail limits lines to 998 characters."""
    lines = "\n".join(escape_once(cell) for cell in cells)
    return SafeString(f"<tr>{lines}</tr>\n")


def table(classes: str, rows: Iterable[object], rest: str = PLAIN) -> SafeString:
    """A table. With `GRID` it is a data table; with `PLAIN` it is only for layout."""
    inside = safe(*rows)
    return SafeString(f"{opening('table', classes, rest)}\n{inside}</table>\n")


def heads(words: Sequence[str]) -> SafeString:
    """The header row."""
    return row(element("th", "col", narrow(word), ' scope="col"') for word in words)


def paragraph(text: object, classes: str = "") -> SafeString:
    return safe(element("p", classes, text), SafeString("\n"))


def heading(text: str) -> SafeString:
    return element("h2", "", text)


def bold(text: object) -> SafeString:
    return SafeString(f"<b>{narrow(text)}</b>")


def narrow(text: object) -> SafeString:
    """The text, escaped, for a narrow column: a word that is longer than one may break."""
    words = str(text)
    if max(map(len, words.split()), default=0) <= MAX_UNBROKEN:
        return SafeString(escape(words))
    return element("span", "long", words)


def name_cell(name: str, mark: str, *, mine: bool) -> SafeString:
    """A player's name, and below it whether they have answered the open hand."""
    below = [SafeString("<br>"), element("span", "mark", mark)] if mark else []
    return element("td", "cell mine" if mine else "cell", [bold(name), *below])


def placed(cells: Sequence[SafeString], a_row: int) -> SafeString:
    """Cell contents side by side, `a_row` in each row."""
    rows = [cells[start : start + a_row] for start in range(0, len(cells), a_row)]
    return safe(*(table("row", [row(element("td", "slot", c) for c in line)]) for line in rows))
