from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.canvas import sky
from games.drawing.scenes import EDGE, PICTURE, near_water, water

EMBLEM = "mast"


def picture() -> SafeString:
    body = (
        sky("M110 26H180M126 34H214M0 54H24M0 62H40M280 80H300")
        + _ship(96, 116, 1, "var(--rock)")
        + water(124, 34, 2.4, -6, 'fill="var(--water)"')
        + _ship(200, 152, -1, "var(--lamp)")
        + near_water(164, "M30 184q7-4 14 0t14 0M230 188q7-4 14 0t14 0")
    )
    return PICTURE.picture(body, _("Two ships sail past each other, guns run out"))


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
