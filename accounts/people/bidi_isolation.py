"""Names among other words, so that none turns the direction of what stands beside it.

A name with right-to-left letters is put between the two characters that isolate it (FSI and PDI,
Unicode Standard Annex 9).  They mean in plain text what `<bdi>` means in HTML, and the same there,
also in attributes, titles and subjects, which can hold no tags.  Other names are left as they are.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any

FIRST_STRONG, POP = "\u2068", "\u2069"
RIGHT_TO_LEFT = {"R", "AL", "AN"}


def isolated(name: str) -> str:
    """The name as it stands in a sentence, a table or a subject; isolated once is enough."""
    if not name or name.isascii() or (name[0] == FIRST_STRONG and name[-1] == POP):
        return name
    turns = any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in name)
    return f"{FIRST_STRONG}{name}{POP}" if turns else name


def each_isolated(words: Mapping[str, Any]) -> dict[str, Any]:
    """What fills the places of a sentence, with every text in it isolated."""
    return {
        place: isolated(word) if isinstance(word, str) else word for place, word in words.items()
    }


def bare(name: str) -> str:
    """The name without what isolates it."""
    return name.strip(FIRST_STRONG + POP)


def cut(name: str, most: int) -> str:
    """At most so many columns of it."""
    whole = bare(name)
    return name if len(whole) <= most else isolated(f"{whole[: most - 1]}…")


def padded(name: str, width: int) -> str:
    """Padded with spaces to that many columns."""
    return name + " " * (width - len(bare(name)))
