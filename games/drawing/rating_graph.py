"""Somebody's rating after each game: one line over a grid."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString

from .canvas import Canvas
from .geometry import num, outline
from .plates import signed

WIDTH, HEIGHT = 360.0, 140.0
LEFT, RIGHT, TOP, FOOT = 40.0, 50.0, 12.0, 12.0
STEPS = (10, 20, 50, 100, 200, 500, 1000)


def strength_chart(figures: Sequence[int], title: str) -> SafeString:
    """`figures` from the oldest game to the newest; at least two."""
    low, high = min(figures), max(figures)
    step = next((each for each in STEPS if (high - low) / each <= 4), STEPS[-1])
    low, high = low // step * step, max(-(-high // step), low // step + 1) * step
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - FOOT
    last = len(figures) - 1
    points = [
        (LEFT + across * at / last, TOP + down * (high - figure) / (high - low))
        for at, figure in enumerate(figures)
    ]
    grid = [
        (TOP + down * (high - value) / (high - low), value) for value in range(low, high + 1, step)
    ]
    canvas = Canvas(f"0 0 {num(WIDTH)} {num(HEIGHT)}", WIDTH, HEIGHT)
    return canvas.picture(_grid(grid) + _line(points) + _end(points, figures[-1]), title, "chart")


def _grid(rows: Sequence[tuple[float, int]]) -> str:
    lines = "".join(f"M{num(LEFT)} {num(y)}H{num(WIDTH - RIGHT)}" for y, _value in rows)
    words = "".join(
        f'<text x="{num(LEFT - 8)}" y="{num(y + 4)}" font-size="12" text-anchor="end" '
        f'fill="var(--ink-soft)">{signed(value)}</text>'
        for y, value in rows
    )
    return f'<path d="{lines}" stroke="var(--line)"/>{words}'


def _line(points: Sequence[tuple[float, float]]) -> str:
    style = 'fill="none" stroke="var(--sea)" stroke-width="2.5" stroke-linejoin="round"'
    return f'<path d="{outline(points)}" {style}/>'


def _end(points: Sequence[tuple[float, float]], figure: int) -> str:
    x, y = points[-1]
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="4" fill="var(--sheet)" stroke="var(--sea)" '
        f'stroke-width="2.5"/><text x="{num(x + 10)}" y="{num(y + 5)}" font-size="14" '
        f'font-weight="600" fill="var(--deep)">{signed(figure)}</text>'
    )
