"""Pictures larger than a piece: the three games', the empty mooring, and the dusk by name."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .canvas import Canvas
from .dusk import dusk
from .geometry import below, swell
from .islands import island

GAME = Canvas("0 0 300 200", 300, 200)
EDGE = 'stroke="var(--ink)" stroke-opacity=".75"'


def _sky(lines: str) -> str:
    return (
        '<rect width="300" height="200" fill="var(--sky)"/>'
        f'<path d="{lines}" stroke="var(--ink)" stroke-opacity=".13"/>'
    )


def _water(y: float, width: float, rise: float, x: float, fill: str) -> str:
    line = swell(y, width, rise, x, 320)
    return (
        f'<path d="{below(line, x, 200)}" {fill}/>'
        f'<path d="{line}" fill="none" stroke="var(--water-line)" stroke-width="1.5"/>'
    )


def _near(y: float, ripples: str) -> str:
    deep = 'fill="var(--water-deep)" fill-opacity=".83"'
    return _water(y, 42, 3, -20, deep) + (
        f'<path d="{ripples}" fill="none" stroke="var(--water-line)" stroke-opacity=".55"/>'
    )


def turn_the_tide() -> SafeString:
    """The picture of Turn the Tide."""
    title = _("An island with a striped lighthouse and three sheep; the water stands at six")
    return island(6, 1, lit=True, title=title)


def rowboat() -> SafeString:
    """The picture of Rowboat."""
    body = (
        _sky("M20 30H96M0 38H70M216 60H300M240 68H300M0 92H56M20 100H84")
        + _moon()
        + _water(134, 34, 3, -6, 'fill="var(--water)"')
        + _oars()
        + _boat()
        + _near(154, "M40 176q7-4 14 0t14 0M190 182q7-4 14 0t14 0")
    )
    return GAME.picture(body, _("A rowing boat with crossed oars under a half moon"))


def _moon() -> str:
    return (
        '<circle cx="150" cy="60" r="31" fill="var(--tower)" stroke="var(--ink)"'
        ' stroke-opacity=".6" stroke-width="1.2"/>'
        '<path d="M150 29A31 31 0 0 1 150 91Q132 60 150 29z" fill="var(--mark-3)"/>'
    )


def _oars() -> str:
    return (
        '<g stroke="var(--ink)" stroke-opacity=".8" stroke-width="1.2">'
        '<path d="M62 70l4-3 108 74-4 6zM238 70l-4-3-108 74 4 6z" fill="var(--sand)"/>'
        '<path d="M40 52q-4-8 4-10q14 2 24 20l-6 8q-16-4-22-18zM260 52q4-8-4-10q-14 2-24 20l6 8'
        'q16-4 22-18z" fill="var(--tower)"/></g>'
    )


def _boat() -> str:
    return (
        f'<path d="M68 124H232Q222 160 190 162H110Q78 160 68 124z" fill="var(--belt)" {EDGE}'
        ' stroke-width="1.4"/>'
        f'<path d="M68 124H232L230 133H70.5z" fill="var(--tower)" {EDGE} stroke-width="1.2"/>'
        '<path d="M86 145H214" stroke="var(--belt-white)" stroke-width="2.5"/>'
    )


def turning_tides() -> SafeString:
    """The picture of Turning Tides."""
    body = (
        _sky("M110 26H180M126 34H214M0 54H24M0 62H40M280 80H300")
        + _ship(96, 116, 1, "var(--rock)")
        + _water(124, 34, 2.4, -6, 'fill="var(--water)"')
        + _ship(200, 152, -1, "var(--lamp)")
        + _near(164, "M30 184q7-4 14 0t14 0M230 188q7-4 14 0t14 0")
    )
    return GAME.picture(body, _("Two ships sail past each other, guns run out"))


def _ship(x: int, y: int, look: int, colour: str) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({look} 1)" {EDGE} stroke-width="1.3">'
        '<path d="M-22-8V-82M18-8V-92" stroke-width="3"/>'
        '<path d="M-36-76H-8Q-2-60-8-48H-36Q-29-62-36-76zM-40-44H-5Q2-28-5-14H-40Q-32-29-40-44z'
        'M2-86H34Q41-68 34-54H2Q10-70 2-86zM-2-50H38Q46-32 38-14H-2Q7-32-2-50z"'
        ' fill="var(--tower)"/>'
        f'<path d="M18-92l-17-5 17-5zM-22-82l-15-4 15-4z" fill="{colour}"/>'
        f'<path d="M-58-16H-44V-6H44L72-18Q64 8 46 18H-44Q-56 8-58-16z" fill="{colour}"/>'
        '<path d="M-34 1h8v7h-8zM-14 1h8v7h-8zM6 1h8v7h-8zM26 1h8v7h-8z" fill="var(--sheet)"/></g>'
    )


def mooring() -> SafeString:
    """An empty mooring, for a page on which nothing waits."""
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
PICTURES: dict[str, Callable[[], SafeString]] = {
    "turn-the-tide": turn_the_tide,
    "rowboat": rowboat,
    "turning-tides": turning_tides,
}


def scene(name: str) -> SafeString:
    """A picture by name, one of `SCENES`; KeyError for another."""
    return SCENES[name]()


def game_picture(slug: str) -> SafeString:
    """The picture of a ruleset by its slug, one of `PICTURES`; any other has the sea at dusk."""
    return PICTURES[slug]() if slug in PICTURES else scene("dusk")
