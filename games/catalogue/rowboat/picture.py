from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.canvas import sky
from games.drawing.scenes import EDGE, PICTURE, near_water, water

EMBLEM = "rowboat"


def picture() -> SafeString:
    body = (
        sky("M20 30H96M0 38H70M216 60H300M240 68H300M0 92H56M20 100H84")
        + _moon()
        + water(134, 34, 3, -6, 'fill="var(--water)"')
        + _oars()
        + _boat()
        + near_water(154, "M40 176q7-4 14 0t14 0M190 182q7-4 14 0t14 0")
    )
    return PICTURE.picture(body, _("A rowing boat with crossed oars under a half moon"))


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
