"""Emblems of Rowboat and Turning Tides: suits, ranks, special cards, crew, orders, marks.

Drawn in the colour of the text around them. rowboat.css and turning-tides.css set the size and, by
the classes inside (``pf``, ``ps``, ``beam`` and so on), the second colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString

from .canvas import Canvas


@dataclass(frozen=True)
class Emblem:
    """A view box and its content; ``stretch`` fills any box, whatever its proportions."""

    box: str
    body: str
    stretch: bool = False


EMBLEMS = {
    "oars": Emblem(
        "0 0 24 24",
        '<g transform="rotate(43 12 12)"><path d="M12-1.6c2.4 0 3.3 1.9 3.3 4.7 0 2.9-1 '
        '5-2.2 5.9V24.4a1.1 1.1 0 0 1-2.2 0V9C9.7 8.1 8.7 6 8.7 3.1c0-2.8.9-4.7 3.3-4.7Z"/>'
        '</g><g transform="rotate(-43 12 12)"><path d="M12-1.6c2.4 0 3.3 1.9 3.3 4.7 0 '
        "2.9-1 5-2.2 5.9V9.7h-2.2V9C9.7 8.1 8.7 6 8.7 3.1c0-2.8.9-4.7 3.3-4.7ZM10.9 "
        '14.3h2.2v10.1a1.1 1.1 0 0 1-2.2 0Z"/></g>',
    ),
    "waves": Emblem(
        "0 0 24 24",
        '<path d="M1.6 9.3C3.6 5 6.6 4.6 8.7 7.3s4.5 3 6.8 0S20.5 4.6 22.4 7M1.6 '
        '17.8c2-4.3 5-4.7 7.1-2s4.5 3 6.8 0 5-2.7 6.9-.3" fill="none" '
        'stroke="currentColor" stroke-width="3.1" stroke-linecap="round"/>',
    ),
    "shells": Emblem(
        "0 0 24 24",
        '<path d="M8.9 18.2L-1 15.5Q-2.7 11.1 2 10.4L9.2 17.6ZM10 16.8L2.8 9.6Q3.5 4.9 7.9 '
        "6.6L10.6 16.5ZM11.6 16.2L9.1 6.3Q12 2.6 14.9 6.3L12.4 16.2ZM13.4 16.5L16.1 "
        "6.6Q20.5 4.9 21.2 9.6L14 16.8ZM14.8 17.6L22 10.4Q26.7 11.1 25 15.5L15.1 18.2ZM8.2 "
        '18.9h7.6l1.3 3.3H6.9Z"/>',
    ),
    "maps": Emblem(
        "0 0 24 24",
        '<path d="M1.5 6.2 7.9 3.6v15L1.5 21.2ZM9 3.6l6 2.6v15l-6-2.6ZM16.1 '
        '6.2l6.4-2.6v15l-6.4 2.6Z"/>',
    ),
    "anchor": Emblem(
        "0 0 32 32",
        '<g fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round">'
        '<circle cx="16" cy="5.7" r="2.9"/><path d="M16 8.8V27M10.2 12.4h11.6M5.2 18.6c.6 '
        '5.7 5.1 9.1 10.8 9.1s10.2-3.4 10.8-9.1"/></g><path d="m2.3 21.2 2.3-6.4 5 '
        '4.7ZM29.7 21.2l-2.3-6.4-5 4.7Z"/>',
    ),
    "dolphin": Emblem(
        "0 0 32 32",
        '<path d="M30.3 16.9c-1.3-1-3-1.5-4.7-1.7C24.3 9.8 20 6.9 15.6 '
        "6.7c-.8-2.2-3-3.9-5.8-4.1 1.1 1.5 1.5 3.2 1.3 5C6.5 9.7 4.1 14.3 4.6 "
        "19.9c-1.7.9-3 2.7-3.2 5 1.7-.9 3.3-1.2 5-.7 1.3 1.4 3.1 2.2 5.3 "
        "2-1-2-2.2-3.7-3.9-4.9.3-3.3 2.1-5.6 5-6.5.5 2.4 2.1 4.3 4.7 5.1-.5-2-.5-3.7.1-5.4 "
        '2.5.1 5.5.9 8 2.8 1.7 1.2 3.8 1.2 4.7-.4Z"/>',
    ),
    "mermaid": Emblem(
        "0 0 32 32",
        '<path d="M12.5 1.6a3.3 3.3 0 0 1 3.3 3.3c0 1.3-.7 2.3-1.6 2.9l.3 1.7c2.2.7 3.2 '
        "2.3 3.2 4.3 0 1.8-.8 3-1 4.6 3.2.3 5.4 1.7 7.4 3.6 1.5-1.6 1.7-3.4 1.2-5.6 3 .9 "
        "4.7 3 4.9 6-3 .1-4.8.8-6.2 2.6-4.6-.3-6.9.6-10.4.5-4.4-.1-6.6-3.3-5.9-7.3.4-2.2 "
        "1.5-3.8 1.6-5.8-1 2.6-2.3 4.6-3.9 6.3l-1.7-1.2c1.8-2.8 2.4-5.7 3.7-7.9-1.3 "
        '1.3-2.6 2-4.4 2.2C5.5 9.6 5.8 1.6 12.5 1.6Z"/><path d="M3 28.6c2.2-1.9 4.3-1.9 '
        '6.5 0s4.3 1.9 6.5 0 4.3-1.9 6.5 0 4.3 1.9 6.5 0" fill="none" '
        'stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>',
    ),
    "seeker": Emblem(
        "0 0 32 32",
        '<g transform="rotate(-28 16 14)"><path d="M1.5 11.2h5.2v5.6H1.5ZM7.8 '
        '10.2h8v7.6h-8ZM16.9 8.8h9.3v10.4h-9.3ZM27.3 8h3v12h-3Z"/></g><path d="m14.3 20.3 '
        '2.2.2 5.3 10h-2.6l-3.4-6.5-3.6 6.5H9.5Z"/>',
    ),
    "whale": Emblem(
        "0 0 32 32",
        '<path d="M2 20.5C1.8 14.3 6.8 11 12.8 11c5.2 0 8 2.5 10.6 5.1 1.3-.7 1.9-2 '
        "1.8-3.6-1.6-.4-2.8-1.4-3.4-3.1 2-.6 3.7-.2 4.9 1.1.8-1.7 2.3-2.6 4.2-2.5.1 2.1-.8 "
        "3.7-2.5 4.5.9 5.5-2.6 11.6-9.6 12.4-2.3 2.4-4.7 2.3-6.7 1.4.9-.4 1.5-.9 "
        "1.9-1.5C7.7 24.7 2.3 24.5 2 20.5Zm5.7-2.9a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 "
        '2.6Z" fill-rule="evenodd"/><path d="M11.3 9.2c.1-2.2-.9-3.7-3-4.4M12.7 '
        '9.2c-.1-2.2.9-3.7 3-4.4" fill="none" stroke="currentColor" stroke-width="1.9" '
        'stroke-linecap="round"/>',
    ),
    "rowboat": Emblem(
        "0 0 48 48",
        '<path d="M3.5 23.5c4.4 1.7 9.2 2.5 14 2.7l2.6-2.6 2.1 2.7c8 0 15.4-1.3 '
        '22.3-3.8-.9 6.6-4.6 11.3-11.3 11.9H16.7C9 34 4.5 29.8 3.5 23.5Z"/><path d="M29.8 '
        '12.2 14.6 37.5" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>'
        '<path d="M32.9 4.3c2.3 1.3 2 4.1.4 6.9-.9 1.5-2.3 2.7-3.7 3.3-.3-1.5 0-3.3.8-4.8 '
        '1.1-2.2 1.5-3.9 2.5-5.4Z"/><path d="M3 40.5q3.5-3.6 7 0t7 0 7 0 7 0 7 0 7 0" '
        'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>',
    ),
    "moon": Emblem(
        "0 0 48 48",
        '<path class="glow" d="M30.5 4.5C20 4.8 13.5 11.5 13.5 19.3c0 5.3 2.9 9.8 7.4 '
        '12.3h7.6c-5.3-1.9-8.7-6.5-8.7-12.2 0-6.5 4.4-12.2 10.7-14.9Z"/><path d="M4 '
        '35.5h40M9 39.7h12M25 39.7h15M15 43.9h17" stroke="currentColor" stroke-width="2" '
        'stroke-linecap="round"/><path d="m36.6 10 .9 2.6 2.6.9-2.6.9-.9 2.6-.9-2.6-2.6-.9 '
        '2.6-.9Z"/>',
    ),
    "lighthouse": Emblem(
        "0 0 48 48",
        '<path d="M19.5 16.5h9l.7 6.5H18.8ZM18.5 25.2h11l.7 6.6H17.8ZM17.5 34h13l.7 '
        '6.5H16.8Z"/><path d="M24 3.5 29.5 8v1.5h-11V8ZM19.8 10.6h2v3.2h-2ZM26.2 '
        '10.6h2v3.2h-2ZM23 10.6h2v3.2h-2ZM17.5 14h13v1.6h-13Z"/><path class="beam" d="M16 '
        '9.5 3.5 6v9ZM32 9.5 44.5 6v9Z"/><path d="M6 43.6c3-2.6 6.7-2.8 10-2.2h16c3.3-.6 '
        '7-.4 10 2.2Z"/>',
    ),
    "bag": Emblem(
        "0 0 16 16",
        '<path d="M5.6 1.5h4.8l-.9 2.6c3 1.1 4.8 3.9 4.8 6.6 0 3-1.8 4.3-6.3 '
        '4.3s-6.3-1.3-6.3-4.3c0-2.7 1.8-5.5 4.8-6.6Z"/>',
    ),
    "knob": Emblem(
        "0 0 16 16",
        '<path d="M8 .8 15.2 8 8 15.2.8 8Zm0 4.3L5.1 8 8 10.9 10.9 8Z" fill-rule="evenodd"/>',
    ),
    "tied": Emblem(
        "0 0 32 32",
        '<path d="M3 9h13v19H3Z" fill="none" stroke="currentColor" stroke-width="2"/><path '
        'd="M16 4h13v19H18.5M16 4v3" fill="none" stroke="currentColor" stroke-width="2"/>'
        '<path d="M6.5 16.5h6M6.5 20.5h6M20 11.5h6M20 15.5h6" stroke="currentColor" '
        'stroke-width="2"/>',
    ),
    "sailor": Emblem(
        "0 0 32 32",
        '<path class="pf" d="M16 3.2c4.9 0 8 1.8 8 4.3 0 1.2-.8 2.1-2 2.7v2.5c0 3.6-2.4 '
        '6.6-6 6.6s-6-3-6-6.6v-2.5c-1.2-.6-2-1.5-2-2.7 0-2.5 3.1-4.3 8-4.3Z"/><path '
        'class="pf" d="M11.6 19.3 16 24.5l4.4-5.2c4.7.8 7.4 4.2 7.8 10.2H3.8c.4-6 3.1-9.4 '
        '7.8-10.2Z"/><path class="pd" d="M10.3 10.4c3.6-1 7.8-1 11.4 0" fill="none"/>',
    ),
    "captain": Emblem(
        "0 0 32 32",
        '<path class="pf" d="M2 10.9C6.7 9.7 9.3 6.7 11.3 3.6c3-1.5 6.4-1.5 9.4 0 2 3.1 '
        "4.6 6.1 9.3 7.3-1.8 2.3-4.6 3-7.8 2.5-.3 3.7-2.7 6.4-6.2 "
        '6.4s-5.9-2.7-6.2-6.4c-3.2.5-6-.2-7.8-2.5Z"/><path class="pf" d="M10.6 19.9 16 '
        "26l5.4-6.1c4 .3 7 1.8 8.9 4.2l-2.6.9.4 4.6H3.9l.4-4.6-2.6-.9c1.9-2.4 4.9-3.9 "
        '8.9-4.2Z"/><path class="pd" d="M9.8 12.6c3.9-1.7 8.5-1.7 12.4 0M16 5.2v3.2M14.4 '
        '6.8h3.2" fill="none"/>',
    ),
    "cannon": Emblem(
        "0 0 32 32",
        '<path class="pf" d="M12.2 2h7.6v3h-1.1l1.3 17.7c0 2-1.6 3.5-4 '
        '3.5s-4-1.5-4-3.5L13.3 5h-1.1Z"/><path class="pf" d="M14.3 27h3.4v2.9h-3.4ZM6.2 '
        "12.3h3.3v6.6H6.2ZM22.5 12.3h3.3v6.6h-3.3ZM6.2 21.7h3.3v5.6H6.2ZM22.5 "
        '21.7h3.3v5.6h-3.3Z"/><path class="pd" d="M9.5 15.6h3M19.5 15.6h3M9.5 '
        '24.5h2.6M19.9 24.5h2.6M12.7 20h6.6" fill="none"/>',
    ),
    "mast": Emblem(
        "0 0 32 32",
        '<path class="pd pw" d="M16 .8v30.5" fill="none"/><path class="ps" d="M17.5 '
        '1h9.5l-2.5 1.9L27 4.8h-9.5Z"/><path class="pf" d="M9.3 6.3h13.4c-.9 2.2-.9 4.3 0 '
        "6.5-4.4-1-9-1-13.4 0 .9-2.2.9-4.3 0-6.5ZM6.3 15h19.4c-1.3 3.7-1.3 7.3 0 "
        '11-6.3-1.7-13.1-1.7-19.4 0 1.3-3.7 1.3-7.3 0-11Z"/><path class="pd" d="M7.3 '
        '6.3h17.4M4.3 15h23.4" fill="none"/>',
    ),
    "pawn": Emblem(
        "0 0 32 32",
        '<path class="pf" d="M16 2.5a5.3 5.3 0 0 1 3.4 9.4h2.3v2.6h-2.5c.4 4.3 1.9 7.3 5.2 '
        "9.6H7.6c3.3-2.3 4.8-5.3 5.2-9.6h-2.5v-2.6h2.3A5.3 5.3 0 0 1 16 2.5ZM6 "
        '25.6h20v4H6Z"/>',
    ),
    "wait": Emblem(
        "0 0 32 32",
        '<path d="M7 2.5h18v3H7ZM7 26.5h18v3H7Z"/><path d="M9.5 7h13c0 4.6-1.9 6.9-4.5 9 '
        "2.6 2.1 4.5 4.4 4.5 9h-13c0-4.6 1.9-6.9 4.5-9-2.6-2.1-4.5-4.4-4.5-9Zm3 3.2c.7 1.7 "
        '2 3.1 3.5 4.2 1.5-1.1 2.8-2.5 3.5-4.2Z" fill-rule="evenodd"/>',
    ),
    "navigate": Emblem(
        "0 0 32 32",
        '<g fill="none" stroke="currentColor"><circle cx="16" cy="16" r="8.7" '
        'stroke-width="2.6"/><circle cx="16" cy="16" r="3" stroke-width="2.2"/><path '
        'd="M16 1.7v11.2M16 19.1v11.2M1.7 16h11.2M19.1 16h11.2M5.9 5.9l7.9 7.9M18.2 '
        '18.2l7.9 7.9M26.1 5.9l-7.9 7.9M13.8 18.2l-7.9 7.9" stroke-width="2.1" '
        'stroke-linecap="round"/></g>',
    ),
    "move": Emblem(
        "0 0 32 32",
        '<path d="M9 19.5a3.8 3.8 0 0 1-1.5-7c-.8-.4-1.2-1-1.2-1.7 0-1.6 1.7-2.5 '
        "4.2-2.5s4.2.9 4.2 2.5c0 .7-.4 1.3-1.2 1.7a3.8 3.8 0 0 1-1.5 7c2.7.9 4.3 3.9 4.5 "
        '8.5h-12c.2-4.6 1.8-7.6 4.5-8.5Z"/><path d="M16.5 8c3.5-5 9-4.5 10.6 1.2" '
        'fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>'
        '<path d="m22.6 9.2 5.2 5.7 3-7.1Z"/><path d="M20 19.5h9.5v9H20Z" fill="none" '
        'stroke="currentColor" stroke-width="1.6" stroke-dasharray="2.6 1.8"/>',
    ),
    "swing": Emblem(
        "0 0 32 32",
        '<path d="M3 3.6h22" stroke="currentColor" stroke-width="2.8" '
        'stroke-linecap="round"/><path d="M9.6 4c-.3 7 2.6 11.7 9.2 14.1" fill="none" '
        'stroke="currentColor" stroke-width="1.9" stroke-linecap="round"/><path d="M22.1 '
        "12.9a2.7 2.7 0 1 1 .5 5.4l.2 1.2c1.5.8 2.2 2.2 2.5 4.4l2.8 4-2 "
        "1.5-3.3-4.6-1.7-2-2.6 2.5-4.4.5-.3-2.5 3.6-.5 2.4-3.6-2.6-1.5.8-2.2 2.7 "
        '1.3.3-1.3a2.7 2.7 0 0 1 1.1-2.6Z"/>',
    ),
    "fire": Emblem(
        "0 0 32 32",
        '<path d="m2 20.4 13.4-5.7 2.7 6.3L4.7 26.7c-1.9.6-3.4-.1-4-1.8-.7-1.8-.2-3.6 '
        '1.3-4.5Z"/><path d="m20.6 3.5 1.9 4.8 4.8-2.6-2 5 5.4.8-4.7 2.9 3.5 '
        '4.2-5.3-1.1-.6 5.4-3.2-4.4-1.1-.5-.7-5.8-3.6-4.3 5.4.6Z"/><path d="M6.5 28.8a3.5 '
        '3.5 0 1 1 7 0Z"/>',
    ),
    "cannoncard": Emblem(
        "0 0 32 32",
        '<path d="M2.3 12.8 25.8 8l1.4 6.6L4.9 20.9c-2.5.6-4.5-.4-5-2.5-.6-2.6.2-4.8 '
        '2.4-5.6ZM27 6.8l2.9-.6 2 9-2.9.7Z"/><path d="M11.5 18.5a5.7 5.7 0 1 1 0 11.4 5.7 '
        '5.7 0 0 1 0-11.4Zm0 3.7a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" fill-rule="evenodd"/><path '
        'd="m18 21 8.5 6.5H18Z"/>',
    ),
    "breach": Emblem(
        "0 0 60 60",
        '<path class="bw" d="M6 17 15 11l4 4 8-9 7 7 10-5 2 9 10 3-5 9 5 8-9 3 1 9-12-2-6 '
        '9-8-8-10 5-2-10-9-2 5-9Z"/><path class="bl" d="M17 26q3.25-4 6.5 0t6.5 0 6.5 0 '
        '6.5 0M17 37q3.25-4 6.5 0t6.5 0 6.5 0 6.5 0" fill="none"/>',
        stretch=True,
    ),
    "m-fire": Emblem(
        "0 4 36 16",
        '<path d="M2 9h13M2 15h13" stroke="currentColor" stroke-width="1.6" '
        'stroke-dasharray="3 2.5"/><circle cx="20" cy="12" r="4.6"/><path d="m27 6.5 8 '
        '5.5-8 5.5Z"/>',
    ),
    "m-swing": Emblem(
        "0 4 36 16",
        '<path d="M2 6C6 18 18 20 27 12.5" fill="none" stroke="currentColor" '
        'stroke-width="2.4" stroke-linecap="round"/><path d="m24.5 7.5 10-.5-4.5 9Z"/>',
    ),
}


@lru_cache(maxsize=512)
def emblem(name: str, title: str | None = None, css: str = "") -> SafeString:
    """An emblem by name, one of `EMBLEMS`; otherwise KeyError. Without a title it is an
    ornament."""
    found = EMBLEMS[name]
    width, height = map(float, found.box.split()[2:])
    extra = ' fill="currentColor"' + (' preserveAspectRatio="none"' if found.stretch else "")
    return Canvas(found.box, width, height, extra).draw(found.body, title, css)
