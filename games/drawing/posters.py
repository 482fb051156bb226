"""A table as a picture to share: 1200 × 630 pixels, drawn from the pieces of its own page.

It shows what a spectator's page shows. A game's module `picture` draws the position.
"""

from __future__ import annotations

import re
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
MAX_NAME = 14
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
        + text(title, 172, 96, 54)
        + text(words, 172, 136, 28, "var(--ink-soft)")
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
    x, y = 60 + place * (1080 / count), 548
    short = name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"
    return (
        placed(daymark(min(number, 5)), x, y - 22, 26, 26)
        + text(short, x + 36, y, 28)
        + text(state, x + 36, y + 32, 24, "var(--ink-soft)")
    )


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
