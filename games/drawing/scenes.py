"""Larger pictures: the empty mooring, the dusk, and the parts that games' own pictures share."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .canvas import Canvas
from .dusk import dusk
from .geometry import below, swell

PICTURE = Canvas("0 0 300 200", 300, 200)
EDGE = 'stroke="var(--ink)" stroke-opacity=".75"'


def water(y: float, width: float, rise: float, x: float, fill: str) -> str:
    """The sea below a line of waves of this width and height."""
    line = swell(y, width, rise, x, 320)
    return (
        f'<path d="{below(line, x, 200)}" {fill}/>'
        f'<path d="{line}" fill="none" stroke="var(--water-line)" stroke-width="1.5"/>'
    )


def near_water(y: float, ripples: str) -> str:
    """The darker sea in front, with ripples."""
    deep = 'fill="var(--water-deep)" fill-opacity=".83"'
    return water(y, 42, 3, -20, deep) + (
        f'<path d="{ripples}" fill="none" stroke="var(--water-line)" stroke-opacity=".55"/>'
    )


def mooring() -> SafeString:
    """An empty mooring, for a page when nothing is waiting."""
    line = "M4 76q9-6 18 0" + "t18 0" * 7
    body = (
        '<path d="M18 56H142M30 48H96M54 41H120" stroke="var(--line)"/>'
        f'<path d="M68 26h24v52H68z" fill="var(--rock)" {EDGE} stroke-width="1.4"/>'
        f'<ellipse cx="80" cy="26" rx="12" ry="5" fill="var(--sand)" {EDGE} stroke-width="1.4"/>'
        '<path d="M66 44q14 7 28 0M66 50q14 7 28 0M66 56q14 7 28 0" fill="none"'
        ' stroke="var(--sand)" stroke-width="4.5"/>'
        '<path d="M94 56q16 6 12 18q-6 8 6 10" fill="none" stroke="var(--sand)"'
        ' stroke-width="3.5"/>'
        f'<path d="{line}V100H4z" fill="var(--water)"/>'
        f'<path d="{line}" fill="none" stroke="var(--water-line)" stroke-width="1.6"/>'
    )
    title = _("An empty mooring: a post, a coiled rope and a quiet sea")
    return Canvas("0 0 160 100", 160, 100).picture(body, title)


SCENES: dict[str, Callable[[], SafeString]] = {"dusk": dusk, "mooring": mooring}


def scene(name: str) -> SafeString:
    """A picture by name, one of `SCENES`; otherwise KeyError."""
    return SCENES[name]()
