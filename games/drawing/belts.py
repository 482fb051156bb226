"""Life belts: on a weather card, and in a row before a player."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .canvas import Canvas
from .geometry import num

STEP = 26


def belts_of(card: int) -> int:
    """Half belts printed on a weather card: the rules, paragraph 1.2(5)."""
    return (0, 1, 2, 1, 0)[(card - 1) // 12]


def belt_words(card: int) -> str:
    """The belt on a card in words."""
    return (_("no belt"), _("half a belt"), _("a whole belt"))[belts_of(card)]


def _disc(cx: float, cy: float, r: float) -> str:
    arc, width = f"a{num(r)} {num(r)} 0 1 0", num(2 * r)
    return f"M{num(cx - r)} {num(cy)}{arc} {width} 0{arc}-{width} 0"


def _bands(cx: float, cy: float, r: float, angles: Iterable[int]) -> str:
    out = ""
    for angle in angles:
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        x, y = cx + c * r * 0.46, cy + s * r * 0.46
        out += f"M{num(x)} {num(y)}l{num(c * r * 0.54)} {num(s * r * 0.54)}"
    return out


def _whole(centres: list[tuple[float, float]], r: float) -> str:
    rings = "".join(_disc(x, y, r * 0.73) for x, y in centres)
    white = "".join(_bands(x, y, r, (45, 135, 225, 315)) for x, y in centres)
    return (
        f'<path d="{rings}" fill="none" stroke="var(--belt)" stroke-width="{num(r * 0.54)}"/>'
        f'<path d="{white}" stroke="var(--belt-white)" stroke-width="{num(r * 0.36)}"/>'
    )


def _half(cx: float, cy: float, r: float) -> str:
    top, bottom, rr = num(cy - r * 0.73), num(cy + r * 0.73), num(r * 0.73)
    white = _bands(cx, cy, r, (135, 225))
    return (
        f'<path d="M{num(cx)} {top}A{rr} {rr} 0 0 1 {num(cx)} {bottom}" fill="none"'
        f' stroke="#8a7f6c" stroke-width="{num(r * 0.1)}"/>'
        f'<path d="M{num(cx)} {top}A{rr} {rr} 0 0 0 {num(cx)} {bottom}" fill="none"'
        f' stroke="var(--belt)" stroke-width="{num(r * 0.54)}"/>'
        f'<path d="{white}" stroke="var(--belt-white)" stroke-width="{num(r * 0.36)}"/>'
    )


def _lost(centres: list[tuple[float, float]], r: float) -> str:
    rings = "".join(_disc(x, y, r * 0.76) for x, y in centres)
    s = r * 0.62
    bars = "".join(f"M{num(x - s)} {num(y + s)}l{num(2 * s)} {num(-2 * s)}" for x, y in centres)
    return (
        f'<path d="{rings}" fill="none" stroke="var(--belt-lost)" stroke-width="{num(r * 0.3)}"/>'
        f'<path d="{bars}" stroke="var(--ink-soft)" stroke-width="{num(r * 0.17)}"/>'
    )


def belt_ring(cx: float, cy: float, r: float, half: bool) -> str:
    """A belt on its white disc, whole or only its left half; part of a larger drawing."""
    disc = f'<circle cx="{num(cx)}" cy="{num(cy)}" r="{num(r * 1.28)}" fill="var(--card-face)"/>'
    return disc + (_half(cx, cy, r) if half else _whole([(cx, cy)], r))


@lru_cache(maxsize=256)
def _row(up: int, lost: int) -> str:
    centres = [(i * STEP + 12.0, 13.0) for i in range(up + lost)]
    whole = _whole(centres[:up], 10.4) if up else ""
    return whole + (_lost(centres[up:], 10.4) if lost else "")


def belts_row(up: int, lost: int, size: int = 24) -> SafeString:
    """Belts as a row of rings, ``up`` whole ones and ``lost`` empty ones; height in pixels."""
    width = max(1, up + lost) * STEP
    text = ngettext("%(up)s of %(all)s belt left", "%(up)s of %(all)s belts left", up + lost)
    title = text % {"up": up, "all": up + lost}
    canvas = Canvas(f"0 0 {width} {STEP}", width * size / STEP, size)
    return canvas.picture(_row(up, lost), title, "belts")


def one_belt(half: bool = False) -> SafeString:
    """A single belt, for an explanation."""
    title = _("Half a belt") if half else _("A whole belt")
    return Canvas("0 0 40 40", 44, 44).picture(belt_ring(20, 20, 15, half), title)
