"""A plan's text as words with their positions, in one pass."""

import re
from typing import NamedTuple

from games.plans.errors import PlanError

END_OF_CLAUSE = "\n"
_TOKEN = re.compile(
    r"(?P<blank>[^\S\n]+|#[^\n]*)|(?P<end>[\n;])|(?P<word>[^\W_]+(?:['’-][^\W_]+)*)"
    r"|(?P<sign>>=|<=|≥|≤|[><=:,()])"
)
_SAME = {"≥": ">=", "≤": "<=", ";": END_OF_CLAUSE}


class Token(NamedTuple):
    """`text` as it was written, `word` in lower case; `line` and `column` from 1."""

    text: str
    word: str
    line: int
    column: int


def tokens(text: str) -> list[Token]:
    """The words and signs of a text, with an end of clause last. Raises `PlanError`."""
    found, at, line, start = [], 0, 1, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise PlanError("unexpected", line, at - start + 1, text[at])
        piece = match.group()
        if match.lastgroup != "blank":
            word = _SAME.get(piece, piece.lower())
            found.append(Token(piece, word, line, at - start + 1))
        at = match.end()
        if piece == "\n":
            line, start = line + 1, at
    return [*found, Token("", END_OF_CLAUSE, line, at - start + 1)]
