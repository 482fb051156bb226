"""Tide cards 1 to 12: a tide staff, with water as deep as the number."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .canvas import Canvas, rim
from .geometry import below, num, swell

CARD = Canvas("0 0 80 112", 80, 112)
MARK = 4.85  # between two marks of the staff


def tide_card(level: int) -> SafeString:
    """A tide card, 80 by 112."""
    return CARD.picture(_tide(level), _("Tide %(level)s") % {"level": level}, "td")


@lru_cache(maxsize=12)
def _tide(level: int) -> str:
    top = 104 - level * MARK
    line, deep = swell(top, 18, 1.7, -6, 90), swell(top + 9, 24, 1.7, -14, 90)
    marks = "".join(f"M58 {num(104 - (i + 1) * MARK)}h9v{MARK}h-9z" for i in range(0, 12, 2))
    scene = (
        '<rect width="80" height="112" fill="#f3ecd9"/>'
        '<rect x="58" y="43" width="9" height="66" fill="#fffdf6" stroke="#16232d"'
        ' stroke-width=".9"/>'
        f'<path d="{marks}" fill="#16232d"/>'
        f'<path d="{below(line, -6, 112)}" fill="#3d8298" fill-opacity=".86"/>'
    )
    if level > 2:
        scene += f'<path d="{below(deep, -14, 112)}" fill="#236580" fill-opacity=".6"/>'
    scene += f'<path d="{line}" fill="none" stroke="#fffaf0" stroke-width="1.3"/>'
    number = (
        f'<text x="{10 if level < 10 else 8}" y="38" font-family="var(--serif)" font-size="36"'
        f' font-weight="700" letter-spacing="-1" fill="#16232d">{level}</text>'
    )
    return scene + rim(80, 112, 4, 3, "card-face") + number
