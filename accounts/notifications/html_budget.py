"""Keeps the HTML of a letter with many entries short enough for mail programs to show all of it.

Each entry has a long form and a short one. As long as there is room, entries get the long one, in
their order. The plain text of the letter is complete in any case.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.template.loader import render_to_string

MAX_BYTES = 90_000  # of HTML in one letter: Gmail cuts off what comes after 102 KB
# The template of the long form of a piece; that of the short one ends in `_brief`.
ASKED, TOLD, FACTS = "asked_hand", "entry", "facts"
Piece = tuple[str, Mapping[str, Any]]  # its template, and what that shows


def pieces_of(entries: Sequence[Mapping[str, object]], **more: Any) -> list[Piece]:
    """The entries, and the facts below them."""
    found: list[Piece] = [
        (ASKED if entry.get("asks") else TOLD, {**more, "entry": entry}) for entry in entries
    ]
    return [*found, (FACTS, more)] if more.get("facts") else found


def whole(pieces: Sequence[Piece]) -> list[str]:
    """The long form of each piece."""
    return [_form(*piece) for piece in pieces]


def shortened(pieces: Sequence[Piece], long: Sequence[str], excess: int) -> list[str]:
    """The forms with which these pieces take so many bytes less than `long`, if that is possible
    at all; those that come later aren't shown longer than the first that is shortened."""
    shown = [_form(f"{template}_brief", context) for template, context in pieces]
    room = sum(map(size, long)) - excess - sum(map(size, shown))
    for place, longer in enumerate(long):
        room -= size(longer) - size(shown[place])
        if room < 0:
            break
        shown[place] = longer
    return shown


def _form(template: str, context: Mapping[str, Any]) -> str:
    return render_to_string(f"emails/{template}.html", {**context})


def size(html: str) -> int:
    return len(html.encode())
