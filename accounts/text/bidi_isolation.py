"""Isolates names, so that right-to-left ones don't reorder the text around them.

A name with right-to-left letters is wrapped in FSI and PDI (Unicode Standard Annex 9). They do in
plain text what `<bdi>` does in HTML, and also work in attributes, titles and subjects, which can't
hold tags. Other names stay as they are.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any

from accounts.text import former_names

FIRST_STRONG, POP = "\u2068", "\u2069"
RIGHT_TO_LEFT = {"R", "AL", "AN"}


def isolated(name: str) -> str:
    """The name for use in a sentence, table or subject. Idempotent."""
    name = former_names.read(name)
    if not name or name.isascii() or (name[0] == FIRST_STRONG and name[-1] == POP):
        return name
    turns = any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in name)
    return f"{FIRST_STRONG}{name}{POP}" if turns else name


def each_isolated(words: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters for a sentence, with every string isolated."""
    return {
        place: isolated(word) if isinstance(word, str) else word for place, word in words.items()
    }


def bare(name: str) -> str:
    """The name, or names in a row, without the isolating characters."""
    return name.replace(FIRST_STRONG, "").replace(POP, "")


def cut(name: str, most: int) -> str:
    """Cuts the name to at most `most` columns."""
    whole = bare(name)
    return name if len(whole) <= most else isolated(f"{whole[: most - 1]}…")


def padded(name: str, width: int) -> str:
    """Pads the name with spaces to `width` columns."""
    return name + " " * (width - len(bare(name)))
