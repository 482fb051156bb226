"""The dusk on the front page: flat bands like a woodcut.

Its colours are in front.css (``.dusk .d1`` and so on): dusk in the light theme, night in the dark
one.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .canvas import Canvas
from .geometry import below, num, smooth, swell
from .islands import sheep

BANDS = ((-200, "d1"), (120, "d2"), (190, "d3"), (246, "d4"), (290, "d5"), (322, "d6"))
STARS = (
    *((60, 60, 1.6), (150, 30, 1.2), (236, 84, 1.4), (300, 26, 1.1), (500, 40, 1.6)),
    *((530, 110, 1.1), (30, 130, 1.1), (196, 128, 1.1), (110, 96, 1), (456, 88, 1)),
    *((-60, 70, 1.3), (620, 60, 1.3)),
)
GLITTER = (
    *((346, 120, 232), (352, 138, 214), (359, 128, 226)),
    *((368, 150, 204), (378, 140, 214), (390, 158, 196)),
)
SWELLS = ((386, 46, 2.2, -310, "s2"), (420, 62, 3.2, -330, "s3"), (462, 84, 4.4, -300, "s4"))
ROCK = (
    *((250, 520), (276, 470), (300, 446), (322, 432), (336, 398), (352, 372), (372, 356)),
    *((432, 352), (452, 366), (470, 398), (500, 420), (520, 452), (560, 470), (620, 500)),
    (700, 520),
)
BOAT = (
    '<g transform="translate(96 412)"><path class="sail" d="M3-62Q34-34 36-8H3z"/>'
    '<path class="sail b" d="M-5-56Q-22-30-26-8H-5z"/>'
    '<path class="hull" d="M-36 0H40Q34 17 22 17H-20Q-32 17-36 0z"/>'
    '<path class="mast" d="M-1 2V-66"/></g>'
)
TOWER = (
    '<path class="tw" d="M386 158H418L430 354H374z"/>'
    '<path class="tws" d="M404 158H418L430 354H410z"/>'
    '<path class="bnd" d="M384.3 186H419.7L422 222H382zM380 256H424.2L426.4 292H377.8z'
    'M375.6 328H428.5L430 354H374z"/><path class="ink" d="M378 152h48v7h-48z"/>'
    '<path class="rail" d="M379 152v-11M391 152v-11M413 152v-11M425 152v-11M377 141h50"/>'
    '<path class="lan" d="M389 104h26v48h-26z"/>'
    '<path class="ink2" d="M389 104h26v48h-26zM402 104v48"/>'
    '<path class="roof" d="M382 104Q402 72 422 104z"/><path class="ink2" d="M402 88V70"/>'
    '<path class="win" d="M397 232h10v14h-10zM396 302h12v16h-12z"/>'
)
HOUSE = (
    '<path class="hs" d="M440 340h50v50h-50z"/><path class="rf" d="M434 342l31-24 31 24z"/>'
    '<path class="win" d="M452 354h10v12h-10zM470 354h10v12h-10z"/>'
)


def dusk() -> SafeString:
    """A lighthouse at dusk, 560 by 520, wider than its box where there is room."""
    canvas = Canvas("0 0 560 520", 560, 520, ' preserveAspectRatio="xMidYMax meet"')
    title = _("A lighthouse at dusk; its beam falls over a quiet sea and a small boat")
    return canvas.picture(_dusk(), title, "dusk")


@lru_cache(maxsize=1)
def _dusk() -> str:
    near = swell(494, 108, 5, -320, 1040)
    return (
        _sky()
        + '<path class="beam" d="M402 118L-300 40V170z"/>'
        + '<path class="beam2" d="M402 118L1000 84V142z"/>'
        + '<path class="far" d="M-300 340V326Q-160 316-90 322T40 318T120 328T200 338V340z"/>'
        + _sea()
        + _rock()
        + TOWER
        + HOUSE
        + sheep(318, 432, 1, 1.25)
        + sheep(344, 374, 1, 1.1)
        + sheep(520, 446, -1, 1.3)
        + f'<path class="s5" d="{below(near, -320, 660)}"/><path class="crest" d="{near}"/>'
    )


def _sky() -> str:
    out = "".join(
        f'<rect x="-300" y="{y}" width="1300" height="{560 - y}" class="{c}"/>' for y, c in BANDS
    )
    for y, c in BANDS[1:]:  # the edge of each band is engraved
        lines = "".join(
            f"M-300 {y - 4 - i * (5 + i)}h1300v{num(2 - i * 0.55)}h-1300z" for i in range(3)
        )
        out += f'<path class="{c}" d="{lines}"/>'
    stars = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in STARS)
    return f'{out}<g class="star">{stars}</g><circle class="sun" cx="176" cy="318" r="44"/>'


def _sea() -> str:
    out = '<rect class="s1" x="-300" y="338" width="1300" height="300"/>'
    for i, (y, x0, x1) in enumerate(GLITTER):
        thick = num(1.6 + i * 0.25)
        out += f'<path class="glit" d="M{x0} {y}H{x1}" stroke-width="{thick}"/>'
    for y, width, rise, x, name in SWELLS:
        line = swell(y, width, rise, x, 1040)
        out += f'<path class="{name}" d="{below(line, x, 640)}"/><path class="crest" d="{line}"/>'
        out += BOAT if name == "s2" else ""  # between the first and the second row
    return out


def _rock() -> str:
    return (
        f'<path class="rk" d="{smooth(ROCK)}V660H250z"/>'
        '<path class="rk2" d="M432 352C452 392 446 430 486 460S520 520 700 520V660H470'
        'C476 560 420 420 400 354z"/>'
        '<path class="hatch" d="M316 446l30-34M332 462l40-46M318 478l24-26M358 470l40-44'
        'M352 504l44-48M396 486l20-22"/>'
    )
