"""Lines of a mail as people see them, and the marks by which programs quote."""

import unicodedata
from collections.abc import Callable

INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), None) | dict.fromkeys(
    [*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], None
)

Reads = Callable[[str], bool]  # whether a line alone may be an answer or a wish


def plain(line: str) -> str:
    """A line in the letters that people see: no invisible ones, one width, single blanks."""
    if line.isascii():
        return " ".join(line.split())
    return " ".join(unicodedata.normalize("NFKC", line.translate(INVISIBLE)).split())


def is_quoted(line: str) -> bool:
    """Whether a program marked it as somebody else's."""
    seen = line if line.isascii() else line.translate(INVISIBLE)
    return seen.lstrip().startswith((">", "|", "＞"))


def unmarked(line: str) -> str:
    """What stands behind the marks of a quoted line."""
    return plain(line).lstrip("> |＞")
