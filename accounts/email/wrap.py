"""Long lines of letters, folded at blanks: as `textwrap` does it, at a sixth of its cost."""

import re

GAPS = re.compile(r"( +)")


def folded(text: str, width: int, first: str = "", hanging: str = "") -> list[str]:
    """The words of a text in lines of at most `width` columns, where no word is longer.

    `first` stands before the first line, `hanging` before all others.  Nothing is broken within
    a word, hyphens or not, since it may be an address or a notation.
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
