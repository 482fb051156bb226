"""A table as a picture to share: 1200 × 630 pixels, drawn from the pieces of its own page.

It shows what a spectator's page shows. A game's module `poster` draws the position.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import resvg_py
from django.contrib.staticfiles import finders
from django.utils.html import escape

from .geometry import num
from .marks import daymark, site_mark

WIDTH, HEIGHT = 1200, 630
FONT = Path(__file__).parent / "fonts" / "tideweb-serif-bold.otf"
FAMILY = "Tideweb Serif"
MARGIN = 60
MIN_SCALE = 0.6  # of its usual size a text may have; what is too long even so ends with an ellipsis
Line = tuple[int, str, str]  # seat number, name, and position


@lru_cache(maxsize=64)
def png(svg: str) -> bytes:
    """Renders it in the colours of the light theme."""
    found: bytes = resvg_py.svg_to_bytes(
        svg_string=_by_day(svg), width=WIDTH, font_files=[str(FONT)], font_family=FAMILY,
        serif_family=FAMILY, sans_serif_family=FAMILY, shape_rendering="geometric_precision",
    )  # fmt: skip
    return bytes(found)


def poster(title: str, words: str, picture: str, lines: Sequence[Line]) -> str:
    """The whole picture: the table's name, its position, and who sits there."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="var(--paper)"/>'
        + _waves()
        + '<g fill="var(--deep)" color="var(--deep)">'
        + placed(site_mark(), 56, 42, 92, 92)
        + _within(WIDTH - MARGIN - 172, title, 172, 96, 54)
        + _within(WIDTH - MARGIN - 172, words, 172, 136, 28, "var(--ink-soft)")
        + "</g>"
        + f'<g transform="translate(60 172)">{picture}</g>'
        + "".join(_line(place, len(lines), line) for place, line in enumerate(lines))
        + "</svg>"
    )


def placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """A drawing at its place and size within another one."""
    size = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    head, tail = svg.split(">", 1)
    return re.sub(r' (?:width|height)="[^"]*"', "", head).replace("<svg", f"<svg {size}", 1) + (
        ">" + tail
    )


def text(words: str, x: float, y: float, size: float, fill: str = "var(--deep)") -> str:
    """A line in our typeface."""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-family="{FAMILY}" font-weight="700"'
        f' font-size="{num(size)}" fill="{fill}">{escape(words)}</text>'
    )


def _line(place: int, count: int, line: Line) -> str:
    number, name, state = line
    wide = (WIDTH - 2 * MARGIN) / count
    x, y, room = MARGIN + place * wide, 548, wide - 36 - 12
    return (
        placed(daymark(min(number, 5)), x, y - 22, 26, 26)
        + _within(room, name, x + 36, y, 28)
        + _within(room, state, x + 36, y + 32, 24, "var(--ink-soft)")
    )


def _within(
    room: float, words: str, x: float, y: float, size: float, fill: str = "var(--deep)"
) -> str:
    """A line that is no wider than `room`: smaller if it has to be, and shortened."""
    for length in range(len(words), 0, -1):
        shown = words if length == len(words) else words[:length].rstrip() + "…"
        if _width(shown) * size * MIN_SCALE <= room:
            return text(shown, x, y, min(size, room / max(_width(shown), 1)), fill)
    return ""


def _width(words: str) -> float:
    """At most about as wide as this, in heights of the text: other scripts come from any font."""
    return sum(_width_of(sign) for sign in words)


def _width_of(sign: str) -> float:
    if sign in "mwMW—" or unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    if sign.isspace():
        return 0.35
    return 0.53 if sign.isascii() and not sign.isupper() else 0.8


def _waves() -> str:
    crest = "M0 612q15-14 30 0" + "t30 0" * 39
    return (
        f'<path d="{crest}V{HEIGHT}H0z" fill="var(--water)"/>'
        f'<path d="{crest}" fill="none" stroke="var(--water-line)" stroke-width="3"/>'
    )


def _by_day(svg: str) -> str:
    """Replaces the names of colours by those of the light theme."""
    found = _colours()
    for _round in range(2):  # a colour may refer to another one
        svg = re.sub(r"var\((--[\w-]+)(?:, ?[^()]*)?\)", lambda it: found.get(it[1], "#888"), svg)
    return svg.replace("currentColor", found["--deep"])


@lru_cache(maxsize=1)
def _colours() -> dict[str, str]:
    sheets = [
        finders.find(f"tideweb/css/{name}.css") for name in ("base", "boards", "turning-tides")
    ]
    text = "".join(Path(str(sheet)).read_text("utf-8") for sheet in sheets)
    light = "".join(re.findall(r"^:root \{(.*?)\n\}", text, re.DOTALL | re.MULTILINE))
    found = dict(re.findall(r"(--[\w-]+): ?([^;]+);", light))
    return {**found, "--serif": FAMILY, "--sans": FAMILY, "--tale": FAMILY}
