"""Normalises lines of a mail to what people see, and recognises quote marks."""

import unicodedata
from collections.abc import Callable

INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), None) | dict.fromkeys(
    [*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], None
)

Reads = Callable[[str], bool]  # whether a line by itself may be an answer or a command


def plain(line: str) -> str:
    """The line as people see it: no invisible characters, NFKC, single spaces."""
    if line.isascii():
        return " ".join(line.split())
    return " ".join(unicodedata.normalize("NFKC", line.translate(INVISIBLE)).split())


def is_quoted(line: str) -> bool:
    """Whether the line is marked as quoted."""
    seen = line if line.isascii() else line.translate(INVISIBLE)
    return seen.lstrip().startswith((">", "|", "＞"))


def unmarked(line: str) -> str:
    """The text of a quoted line, without its marks."""
    return plain(line).lstrip("> |＞")
