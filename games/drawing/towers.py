"""The seats' lighthouses: each has a colour and a daymark, so that a seat is recognized without
colour.

Seat 1 has bands, 2 a spiral, 3 chequers, 4 one broad band, 5 upright halves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from .geometry import Point, box, cut, num, polygon

HEIGHT = 50
Shape = list[Point]


def _bands(x: float, top: float) -> list[Shape]:
    return [box(x - 14, top + 6 + i * 17, 28, 8.5) for i in range(3)]


def _spiral(x: float, top: float) -> list[Shape]:
    ys = [top + i * 17 for i in range(-1, 4)]
    return [[(x - 14, y + 14), (x + 14, y), (x + 14, y + 8), (x - 14, y + 22)] for y in ys]


def _chequers(x: float, top: float) -> list[Shape]:
    squares = [(row, k) for row in range(5) for k in range(3) if (row + k) % 2]
    return [box(x - 13.5 + k * 9, top + row * 10, 9, 10) for row, k in squares]


def _one_band(x: float, top: float) -> list[Shape]:
    return [box(x - 14, top + 15, 28, 20)]


def _halves(x: float, top: float) -> list[Shape]:
    return [box(x, top, 14, HEIGHT)]


PATTERNS: dict[int, Callable[[float, float], list[Shape]]] = {
    1: _bands,
    2: _spiral,
    3: _chequers,
    4: _one_band,
    5: _halves,
}


@lru_cache(maxsize=32)
def lighthouse(x: int, base: int, seat: int, lit: bool) -> str:
    """The tower of a seat (1 to 5) that stands at ``base``; ``lit`` turns its lamp on."""
    top, colour = base - HEIGHT, f"var(--mark-{seat})"
    body = [(x - 7.5, top), (x + 7.5, top), (x + 12, base), (x - 12, base)]
    marks = "".join(polygon(cut(shape, body)) for shape in PATTERNS[seat](x, top))
    return (
        (_beam(x, top) if lit else "")
        + f'<path d="{polygon(body)}" fill="var(--tower)"/><path d="{marks}" fill="{colour}"/>'
        f'<path d="{polygon(body)}" fill="none" stroke="var(--ink)" stroke-opacity=".55"/>'
        + _lantern(x, top, colour, lit)
    )


def _beam(x: int, top: int) -> str:
    left, right = (
        f"M{x} {top - 7}L{x - 150} {top - 19}V{top + 7}z",
        f"L{x + 170} {top - 19}V{top + 7}z",
    )
    return f'<path d="{left}M{x} {top - 7}{right}" fill="var(--lamp)" opacity=".38"/>'


def _lantern(x: int, top: int, colour: str, lit: bool) -> str:
    glass = "var(--lamp)" if lit else "var(--sheet)"
    return (
        f'<path d="M{num(x - 10.5)} {top}h21" stroke="var(--ink)" stroke-width="2.4"/>'
        f'<path d="M{num(x - 5.5)} {top - 11}h11v11h-11zM{x} {top - 11}v11" fill="{glass}"'
        ' stroke="var(--ink)"/>'
        f'<path d="M{x - 8} {top - 11}Q{x} {top - 23} {x + 8} {top - 11}z" fill="{colour}"/>'
        f'<path d="M{x} {num(top - 16.5)}v-6" stroke="var(--ink)" stroke-width="1.2"/>'
    )
