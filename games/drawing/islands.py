"""A player's island, 300 by 200: how deep the water is, whether the lamp is lit, who is out."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .canvas import Canvas, sky
from .geometry import below, height_of, line_of, num, outline, smooth, swell
from .towers import lighthouse

WIDTH, HEIGHT, TOWER_X, SUMMIT = 300, 200, 142, 70
ISLAND = Canvas(f"0 0 {WIDTH} {HEIGHT}", WIDTH, HEIGHT)
HILL = (
    *((-16, 206), (16, 181), (38, 162), (54, 150), (62, 136), (70, 126), (84, 116), (88, 102)),
    *((94, 90), (106, 80), (112, 71), (122, 67), (160, 67), (172, 70), (180, 82), (192, 90)),
    *((200, 104), (206, 116), (220, 126), (228, 140), (238, 152), (256, 166), (282, 182)),
    (316, 206),
)
SHORE = (
    *((0, 150), (31, 146), (62, 152), (91, 156), (120, 156), (155, 152), (190, 152), (245, 156)),
    (300, 148),
)
SHADE = (
    (150, 66),
    (170, 90),
    (176, 107),
    (183, 117),
    (196, 124),
    (222, 145),
    (250, 158),
    (290, 166),
)
# where a sheep can stand: x, y, the level that would reach it, and where it looks
SPOTS = (
    (56, 147, 2.4, 1),
    (232, 146, 2.6, -1),
    (76, 120, 5.4, 1),
    (214, 121, 5.3, -1),
    (100, 84, 9.4, 1),
    (188, 86, 9.2, -1),
    (118, 67, 13, 1),
    (170, 67, 13, -1),
)
FLOCK = 3
SKY_LINES = "M206 30H286M226 38H300M190 46H262M226 96H300M246 104H300M0 58H66M14 66H90M0 112H30"
TUFTS = (
    "M104 108l2-5m2 5l1-4M128 88l2-5m2 5l1-4M150 112l2-5m2 5l1-4M96 136l2-5m2 5l1-4"
    "M172 136l2-5m2 5l1-4M134 132l2-5m2 5l1-4M118 118l2-4"
)


def level_y(level: int | None) -> float:
    """The height, in the drawing, of a tide from 1 to 12; dry ground for None."""
    return 172 - 8.6 * (level or 0)


def island(
    level: int | None,
    seat: int,
    title: str,
    *,
    lit: bool = False,
    out: bool = False,
    before: int | None = None,
) -> SafeString:
    """A seat's island.

    ``level``: the tide 1 to 12, None for dry; ``lit``: a card is sealed; ``out``: the player is
    out of the stage; ``before`` draws a dotted line at the former water level.
    """
    word = escape(_("out") if out else level or _("dry"))
    body = _land(level, seat, lit, out) + _line_before(before) + _staff(level, out, word)
    return ISLAND.picture(body, title, "isle")


@lru_cache(maxsize=256)
def _land(level: int | None, seat: int, lit: bool, out: bool) -> str:
    tower = lighthouse(TOWER_X, SUMMIT, seat, lit and not out)
    scene = sky(SKY_LINES) + (f'<g opacity=".45">{tower}</g>' if out else tower) + _hill()
    if out:
        return scene + _dinghy_with_sheep() + _flood(172)
    scene += _flock(level)
    if level is None:
        return scene + _flats()
    return scene + _flood(level_y(level)) + _swimmer(level)


@lru_cache(maxsize=1)
def _hill() -> str:
    hill = smooth(HILL)
    return (
        f'<path d="{hill}z" fill="var(--grass)" stroke="var(--ink)" stroke-opacity=".6"'
        ' stroke-width="1.3"/>'
        f'<path d="{_shade()}" fill="var(--grass-dark)" opacity=".55"/>'
        f'<path d="{_beach()}" fill="var(--sand)"/>'
        f'<path d="{TUFTS}" stroke="var(--grass-dark)" stroke-width="1.2" stroke-linecap="round"/>'
        '<path d="M84 162h18M126 168h24M188 164h14M150 159h8" stroke="var(--rock)" opacity=".8"/>'
    )


def _beach() -> str:
    """The sand: below the shore line and below the hill's own outline."""
    hill, shore = height_of(HILL), line_of(SHORE)
    xs = [float(x) for x in range(0, WIDTH + 1, 6)]
    return outline([(x, max(hill(x), shore(x))) for x in xs]) + "V200H0z"


def _shade() -> str:
    """The shaded slope: between the hill's outline and a fold in it."""
    hill, fold = height_of(HILL), line_of(SHADE)
    xs = [float(x) for x in range(150, 272, 5)]
    upper = [(x, hill(x)) for x in xs]
    return outline(upper + [(x, max(hill(x), fold(x))) for x in reversed(xs)]) + "z"


def sheep(x: float, y: float, look: int, size: float) -> str:
    """A sheep with its feet at a point; ``look`` is 1 for right, -1 for left."""
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({look * size:.2f} {size:.2f})">'
        '<path d="M-5-4V1M-1.6-4V1M3-4V1M6-4V1" stroke="var(--face)" stroke-width="1.5"/>'
        '<path d="M-8-7a4 4 0 0 1 2.4-5.2a4.2 4.2 0 0 1 6-1.6a4.4 4.4 0 0 1 6 1.4a4 4 0 0 1 2.4 5.6'
        'a3.6 3.6 0 0 1-3.6 4a6 6 0 0 1-9.6 0a3.8 3.8 0 0 1-3.6-4.2z" fill="var(--wool)"'
        ' stroke="var(--face)" stroke-width=".9"/>'
        '<path d="M7.6-12.6q4.6-1.2 5.6 1.6q.6 2.6-2 3.4q-3.4.6-4.2-2z" fill="var(--face)"/>'
        '<path d="M7.8-11.8l-2.6 1.6" stroke="var(--face)" stroke-width="1.8"'
        ' stroke-linecap="round"/></g>'
    )


def _dry_spots(level: int | None) -> list[tuple[float, float, float, int]]:
    return [spot for spot in SPOTS if spot[2] >= (level or 0) + 0.7]


def _flock(level: int | None) -> str:
    """Sheep on the lowest dry ledges, on both slopes."""
    return "".join(sheep(x, y, look, 1.12) for x, y, _need, look in _dry_spots(level)[:FLOCK])


def _swimmer(level: int) -> str:
    """When there is no room for three sheep, one floats in a belt."""
    if len(_dry_spots(level)) >= FLOCK:
        return ""
    y = level_y(level) + 3
    return (
        sheep(236, y - 1, -1, 1.12)
        + f'<ellipse cx="236" cy="{num(y)}" rx="15" ry="5.5" fill="var(--belt)"/>'
        f'<path d="M227 {num(y - 4.4)}l-2 8.6M245 {num(y - 4.4)}l2 8.6M236 {num(y - 5.5)}v11"'
        ' stroke="var(--belt-white)" stroke-width="3.4"/>'
    )


def _flood(y: float) -> str:
    surface, deep = swell(y, 30, 2.6, -8, 320), swell(y + 13, 40, 2.4, -26, 330)
    out = f'<path d="{below(surface, -8, 200)}" fill="var(--water)" fill-opacity=".84"/>'
    if y + 13 < 196:
        out += f'<path d="{below(deep, -26, 200)}" fill="var(--water-deep)" fill-opacity=".5"/>'
    out += f'<path d="{surface}" fill="none" stroke="var(--water-line)" stroke-width="1.5"/>'
    ripple = "q7-4 14 0t14 0"
    rows = [(i, y + 24 + i * 19) for i in range(3) if y + 24 + i * 19 < 192]
    d = "".join(
        f"M{28 + i * 62} {num(at)}{ripple}M{168 + i * 34} {num(at + 8)}{ripple}" for i, at in rows
    )
    if d:
        out += f'<path d="{d}" fill="none" stroke="var(--water-line)" stroke-opacity=".55"/>'
    return out


def _flats() -> str:
    """When it is dry, the flats are bare and a dinghy sits on the sand."""
    line = swell(194, 30, 1.5, -6, 310)
    return (
        '<path d="M0 200V182Q20 176 44 174H256Q284 176 300 182V200z" fill="var(--sand)"/>'
        '<path d="M0 190Q60 184 120 188T300 188" fill="none" stroke="var(--rock)"'
        ' stroke-opacity=".5" stroke-dasharray="14 7"/>'
        '<g transform="translate(262 184) rotate(-9)"><path d="M-19-5H19Q15 6 9 6H-11Q-17 5-19-5z"'
        ' fill="var(--tower)" stroke="var(--ink)" stroke-width="1.1"/>'
        '<path d="M-18-2.4H18" stroke="var(--belt)" stroke-width="2"/></g>'
        f'<path d="{below(line, -6, 200)}" fill="var(--water)"/>'
        f'<path d="{line}" fill="none" stroke="var(--water-line)" stroke-width="1.1"/>'
    )


def _dinghy_with_sheep() -> str:
    return (
        '<g transform="translate(226 168)">'
        + sheep(-2, -3, 1, 0.95)
        + '<path d="M-20-4H20Q16 8 10 8H-12Q-18 8-20-4z" fill="var(--rock)" stroke="var(--ink)"'
        ' stroke-opacity=".6"/></g>'
    )


def _line_before(before: int | None) -> str:
    if not before:
        return ""
    return (
        f'<path d="M0 {num(level_y(before))}H300" stroke="var(--ink)" stroke-width="1.4"'
        ' stroke-dasharray="2 5" stroke-linecap="round"/>'
    )


@lru_cache(maxsize=128)
def _staff(level: int | None, out: bool, word: str) -> str:
    """The tide staff at the left, with its tablet at the water."""
    marks = "".join(f"M12 {num(level_y(i))}h9v8.6h-9z" for i in range(1, 13, 2))
    y = 150 if out else min(max((level_y(level) if level else 180) - 15, 30), 166)
    width, size = (34, 23) if len(word) <= 2 else (max(46, 11 * len(word) + 13), 20)
    return (
        '<path d="M12 58h9v142h-9z" fill="var(--tower)" stroke="var(--ink)" stroke-opacity=".7"/>'
        f'<path d="{marks}" fill="var(--mark-3)"/>'
        f'<path d="M21 {num(y + 15)}l8-6v12z" fill="var(--ink)"/>'
        f'<rect x="28" y="{num(y)}" width="{width}" height="30" rx="3" fill="var(--ink)"/>'
        f'<text x="{num(28 + width / 2)}" y="{num(y + 22.5)}" text-anchor="middle"'
        f' font-family="var(--serif)" font-size="{size}" font-weight="700"'
        f' fill="var(--sheet)">{word}</text>'
    )
