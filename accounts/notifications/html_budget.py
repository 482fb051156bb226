"""Keeps the HTML of a letter with many entries short enough for mail programs to show all of it.

Each entry has several forms. The shortest of all is certain; as long as there is room, entries get
longer ones, in their order. The plain text of the letter is complete in any case.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.template.loader import render_to_string

MAX_BYTES = 90_000  # of HTML in one letter: Gmail cuts off what comes after 102 KB
# The templates of a piece of a letter, the longest first.
ASKED = ("asked_hand", "asked_hand_plain", "asked_hand_brief")
TOLD = ("entry", "entry_brief", "entry_brief")
FACTS = ("facts", "facts_brief", "facts_brief")
Piece = tuple[Sequence[str], Mapping[str, Any]]  # its templates, and what they show


def pieces_of(entries: Sequence[Mapping[str, object]], **more: Any) -> list[Piece]:
    """The entries, and the facts below them."""
    found: list[Piece] = [
        (ASKED if entry.get("asks") else TOLD, {**more, "entry": entry}) for entry in entries
    ]
    return [*found, (FACTS, more)] if more.get("facts") else found


def whole(pieces: Sequence[Piece]) -> list[str]:
    """The longest form of each piece."""
    return [_form(piece, 0) for piece in pieces]


def fitted(pieces: Sequence[Piece], room: int) -> list[str]:
    """The forms with which these pieces fit into so many bytes, if that is possible at all."""
    shown = [_form(piece, 2) for piece in pieces]
    room -= sum(map(size, shown))
    for level in (1, 0):
        for place, piece in enumerate(pieces):
            longer = _form(piece, level)
            room -= size(longer) - size(shown[place])
            if room < 0:  # and those that come later aren't shown longer than this one
                return shown
            shown[place] = longer
    return shown


def _form(piece: Piece, level: int) -> str:
    templates, shown = piece
    return render_to_string(f"emails/{templates[level]}.html", {**shown})


def size(html: str) -> int:
    return len(html.encode())
