"""Tideweb's own sign, the seats' daymarks, the wavy rule, and a set of cards as a strip."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .belts import belts_of
from .canvas import Canvas
from .geometry import Point, box, cut, num, polygon, ramp
from .weather import SEA_MID

DAYMARKS: dict[int, list[list[Point]]] = {
    1: [box(0, 3.4, 18, 3.8), box(0, 10.8, 18, 3.8)],
    2: [
        [(-2, 9), (9, -2), (14, -2), (-2, 14)],
        [(-2, 19), (19, -2), (19, 3), (3, 19)],
        [(8, 19), (19, 8), (19, 13), (13, 19)],
    ],
    3: [box(x, y, 6, 6) for x, y in ((0, 0), (12, 0), (6, 6), (0, 12), (12, 12))],
    4: [box(0, 5.4, 18, 7.2)],
    5: [box(9, 0, 9, 18)],
}
# the square that the marks lie in, its corners taken off as the frame's are
SQUARE = (
    *((1.4, 0.75), (16.6, 0.75), (17.25, 1.4), (17.25, 16.6)),
    *((16.6, 17.25), (1.4, 17.25), (0.75, 16.6), (0.75, 1.4)),
)
SIGN = (
    '<g fill="currentColor"><path d="M13.4 9.6h5.2L20.4 23h-8.8z"/>'
    '<path d="M12.2 9.6V8h7.6v1.6zM13.6 7.6V4.4h4.8v3.2zM12.8 4L16 1.4 19.2 4z"/></g>'
    '<path d="M12.4 15.8l6.6-1.9M12 20.4l8-2.4" stroke="var(--paper)" stroke-width="1.9"/>'
    '<path d="M11 6L2.6 3.6v4.8zM21 6l8.4-2.4v4.8z" fill="var(--lamp)"/>'
    '<path d="M2 24.6q3.5-3 7 0t7 0t7 0t7 0M2 29q3.5-3 7 0t7 0t7 0t7 0" fill="none"'
    ' stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>'
)


def site_mark(size: int = 28) -> SafeString:
    """A lighthouse over two lines of sea; always beside the name, so an ornament."""
    return Canvas("0 0 32 32", size, size).ornament(SIGN)


def daymark(seat: int, size: int = 18) -> SafeString:
    """The pattern of a seat's tower (1 to 5) as a small square; always beside a name."""
    return Canvas("0 0 18 18", size, size).ornament(_daymark(seat), "daymark")


@lru_cache(maxsize=5)
def _daymark(seat: int) -> str:
    colour = f"var(--mark-{seat})"
    marks = "".join(polygon(cut(shape, SQUARE)) for shape in DAYMARKS[seat])
    square = '<rect x=".75" y=".75" width="16.5" height="16.5" rx="2"'
    frame = f'{square} fill="none" stroke="{colour}" stroke-width="1.5"/>'
    return f'{square} fill="var(--tower)"/><path d="{marks}" fill="{colour}"/>{frame}'


def wave_rule() -> SafeString:
    """A line of small waves, as wide as the page."""
    canvas = Canvas("0 0 1200 10", 1200, 10, ' preserveAspectRatio="xMidYMid slice"')
    d = "M0 5q5-5 10 0" + "t10 0" * 119
    line = f'<path d="{d}" fill="none" stroke="currentColor" stroke-width="1.4"/>'
    return canvas.ornament(line, "rule")


def set_strip(cards: Collection[int], gone: Collection[int] = (), width: int = 300) -> SafeString:
    """A set on a scale from 1 to 60: a mark at each card, taller where it has a belt."""
    name = _("Cards %(cards)s") % {"cards": ", ".join(map(str, cards))}
    scale = "".join(f"M{num(2 + k / 60 * (width - 4))} 24v5" for k in (12, 24, 36, 48))
    body = f'<path d="M2 24H{width - 2}{scale}" stroke="var(--edge)"/>'
    body += "".join(_strip_mark(card, width, card in gone) for card in cards)
    return Canvas(f"0 0 {width} 34", width, 34).picture(body, name, "setline")


def _strip_mark(card: int, width: int, gone: bool) -> str:
    x, height = (card - 0.5) / 60 * (width - 4), (8, 14, 20)[belts_of(card)]
    colour = ramp(SEA_MID, card) if card > 12 else "#d98a4d"
    pale = ' opacity=".35"' if gone else ""
    return (
        f'<rect x="{num(x)}" y="{24 - height}" width="4" height="{height}" fill="{colour}"'
        f' stroke="var(--ink)" stroke-opacity=".65" stroke-width=".8"{pale}/>'
    )
