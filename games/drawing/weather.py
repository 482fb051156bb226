"""Weather cards 1 to 60: twelve Beaufort forces, five cards each.

Everything in the picture follows from the number: sky, sea, cloud, the heel of the boat, the wind
barb. A printed card does not change with the theme, so the weather has its own colours.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .belts import belt_ring, belt_words, belts_of
from .canvas import Canvas, rim
from .geometry import below, mix, num, ramp, swell

BEAUFORT = (
    gettext_lazy("light air"),
    gettext_lazy("light breeze"),
    gettext_lazy("gentle breeze"),
    gettext_lazy("moderate breeze"),
    gettext_lazy("fresh breeze"),
    gettext_lazy("strong breeze"),
    gettext_lazy("near gale"),
    gettext_lazy("gale"),
    gettext_lazy("strong gale"),
    gettext_lazy("storm"),
    gettext_lazy("violent storm"),
    gettext_lazy("hurricane"),
)
KNOTS = (0, 5, 10, 15, 20, 25, 30, 35, 45, 50, 60, 65)  # as a wind barb shows them
PAPER, INK = "#fffaf0", "#16232d"
SKY = (
    (1, "#f6e7c8"),
    (10, "#f1e9d2"),
    (18, "#dbe8e3"),
    (27, "#bfd9dd"),
    (34, "#a3c3cb"),
    (35.5, "#8fb1bc"),
    (36, "#54788a"),
    (44, "#47697b"),
    (52, "#35515f"),
    (60, "#22343f"),
)
SEA_BACK = ((1, "#bcd6d3"), (15, "#8fc0c6"), (30, "#68a3b0"), (45, "#3f7587"), (60, "#2c5161"))
SEA_MID = ((1, "#a3c8c9"), (15, "#6fabb6"), (30, "#478899"), (45, "#2c6073"), (60, "#1f4150"))
SEA_FRONT = ((1, "#88b8bd"), (15, "#4f95a4"), (30, "#2f7284"), (45, "#1e4f61"), (60, "#142f3b"))
CLOUDS = (
    (1, "#fffdf6"),
    (30, "#f1f3ee"),
    (35, "#d5e0e1"),
    (36, "#7e9aa7"),
    (46, "#5d7a88"),
    (60, "#3d5563"),
)
CLOUD = "M0 0a9 9 0 0 1 3-17a13 13 0 0 1 25-3a10 10 0 0 1 15 8a7 7 0 0 1 1 12z"
CARD = Canvas("0 0 100 140", 100, 140)


def force(card: int) -> int:
    """The Beaufort force, 1 to 12, of a weather card."""
    return (card + 4) // 5


def is_dark(card: int) -> bool:
    """Whether the card is so dark that its number is printed in the colour of paper."""
    return card >= 36


def weather_title(card: int) -> str:
    """A card in words: "Weather 44, strong gale, half a belt"."""
    words = {"card": card, "wind": BEAUFORT[force(card) - 1], "belt": belt_words(card)}
    return _("Weather %(card)s, %(wind)s, %(belt)s") % words


def weather_card(card: int) -> SafeString:
    """A weather card, 100 by 140."""
    return CARD.picture(_weather(card), weather_title(card), "wx")


@lru_cache(maxsize=60)
def _weather(card: int) -> str:
    horizon = 84 - 4 * _strength(card)
    scene = _sky(card, horizon) + _clouds(card) + _rain(card) + _gulls(card) + _sea(card, horizon)
    ink = PAPER if is_dark(card) else INK
    number = (
        f'<text x="11" y="44" font-family="var(--serif)" font-size="40" font-weight="700"'
        f' fill="{ink}" letter-spacing="-1.5">{card}</text>'
    )
    halves = belts_of(card)
    belt = belt_ring(21.5, 118.5, 11, half=halves == 1) if halves else ""
    return scene + rim(100, 140, 4.5, 3, "card-face") + number + _barb(card, ink) + belt


def _strength(card: int) -> float:
    return (card - 1) / 59


def _sky(card: int, horizon: float) -> str:
    sky = ramp(SKY, card)
    out = f'<rect width="100" height="140" fill="{sky}"/>'
    if force(card) <= 7:  # the sun, hidden in stronger weather
        colour = mix("#e58a4a", "#f4ead0", min(1, card / 30))
        height, size = num(58 + card * 0.35), num(15 - card * 0.08)
        out += f'<circle cx="66" cy="{height}" r="{size}" fill="{colour}"/>'
    lines = mix(sky, "#ffffff", 0.28) if is_dark(card) else mix(sky, "#8a7a55", 0.3)
    d = ""
    for i in range(4):
        y = horizon - 3 - i * (4.2 + i * 0.6)
        left, right = 4 + i * 7 + (card * 7 + i * 23) % 17, 96 - i * 5 - (card * 11 + i * 31) % 23
        d += f"M{left} {num(y)}H{num(right)}"
    return out + f'<path d="{d}" stroke="{lines}" stroke-width=".7"/>'


def _cloud(x: float, y: float, sx: float, sy: float, colour: str) -> str:
    move = f"translate({num(x)} {num(y)}) scale({num(sx)} {num(sy)})"
    return f'<path d="{CLOUD}" transform="{move}" fill="{colour}"/>'


def _clouds(card: int) -> str:
    """From force 3 on, clouds thicken and come down."""
    wind, t = force(card), _strength(card)
    light = ramp(CLOUDS, card)
    dark = mix(light, "#0c1a22", 0.22)
    out = ""
    if wind >= 3:
        colour = dark if wind > 6 else light
        out += _cloud(48 + (card * 5) % 9, 66 + t * 2, 0.62 + 0.3 * t, 0.55 + 0.3 * t, colour)
    if wind >= 5:
        out += _cloud(2 + (card * 3) % 8, 71, 0.7 + 0.3 * t, 0.45 + 0.3 * t, light)
    if wind >= 8:
        out += _cloud(30 + (card * 7) % 9, 62, 1.5, 0.8, dark)
    return out


def _rain(card: int) -> str:
    wind, t = force(card), _strength(card)
    if wind < 8:
        return ""
    drop = f"l-{num(3 + 2 * t)} {num(8 + 3 * t)}"
    drops = "".join(
        f"M{12 + (i * 37 + card * 5) % 84} {58 + (i * 23) % 22}{drop}"
        for i in range(3 + (wind - 8) * 2)
    )
    out = (
        f'<path d="{drops}" stroke="#dbe6e8" stroke-width=".9" stroke-linecap="round"'
        ' opacity=".75"/>'
    )
    if wind >= 11:
        out += '<path d="M74 50l-6 13h5l-4 14 12-18h-6l5-9z" fill="#f2cf6b"/>'
    return out


def _gulls(card: int) -> str:
    """Gulls fly in fair weather."""
    if not 2 <= force(card) <= 6:
        return ""
    x = 22 + (card * 3) % 10
    return (
        f'<path d="M{x} 62q3-4 6 0q3-4 6 0M{x + 13} 69q2-3 4 0q2-3 4 0" fill="none"'
        ' stroke="#3b4a52" stroke-width="1.1" stroke-linecap="round"/>'
    )


def _sea(card: int, horizon: float) -> str:
    """Three rows of waves, whose height follows from the number."""
    t = _strength(card)
    rise = 0.4 + 11 * t**1.35
    far = _water(
        swell(horizon, 22 + 8 * t, rise * 0.5, -10 - card % 7, 110, t), ramp(SEA_BACK, card)
    )
    middle = swell(horizon + 15, 30 + 10 * t, rise * 0.8, -22 - card % 11, 112, t)
    near = swell(horizon + 33, 40 + 12 * t, rise, -30 + card % 9, 114, t)
    out = (
        far + _boat(card, 60 - 6 * t, horizon + 10 - 3.5 * t) + _water(middle, ramp(SEA_MID, card))
    )
    if force(card) >= 4:
        out += _crest(middle, 0.5 + 1.1 * t, 0.35 + 0.5 * t)
    out += _water(near, ramp(SEA_FRONT, card)) + _crest(near, 0.6 + 1.5 * t, 0.4 + 0.5 * t)
    if force(card) <= 3:  # a calm: mirror lines
        out += '<path d="M50 103h24M58 108h14M30 124h16M64 128h22" stroke="#fffaf0" opacity=".6"/>'
    return out


def _water(line: str, colour: str) -> str:
    return f'<path d="{below(line, -40, 140)}" fill="{colour}"/>'


def _crest(line: str, width: float, opacity: float) -> str:
    return (
        f'<path d="{line}" fill="none" stroke="{PAPER}" stroke-width="{num(width)}"'
        f' opacity="{num(opacity)}"/>'
    )


def _sails(wind: int) -> str:
    if wind <= 6:
        big, small = "M1-26Q13-14 13-3H1z", "M-3-23Q-9-12-11-3H-3z"
    elif wind <= 9:
        big, small = "M1-18Q10-10 10-3H1z", "M-3-20Q-8-12-10-3H-3z"
    elif wind <= 11:
        return f'<path d="M-3-19Q-8-11-10-3H-3z" fill="{PAPER}"/>'
    else:
        return f'<path d="M-2-22l-5 2.4 3.4 1.2-5 3 6.6 .6z" fill="{PAPER}"/>'
    return f'<path d="{big}" fill="{PAPER}"/><path d="{small}" fill="#f3e6cb"/>'


def _boat(card: int, x: float, y: float) -> str:
    wind, heel = force(card), 2 + _strength(card) * 48
    hull, mast = ("#1c2b35", "#1c2b35") if wind < 8 else ("#c4593c", "#e9e2d2")
    out = _sails(wind) + f'<path d="M-1 0V-27" stroke="{mast}" stroke-width="1.3"/>'
    out += f'<path d="M-13 0H13Q10 7 5 7H-7Q-11 7-13 0z" fill="{hull}"/>'
    if wind >= 8:
        out += f'<path d="M-13 0H13L12 2H-12.4z" fill="{PAPER}"/>'
    return f'<g transform="translate({num(x)} {num(y)}) rotate({num(heel)})">{out}</g>'


def _barb(card: int, colour: str) -> str:
    """The wind barb of weather charts, so that the force can be read."""
    knots, y, d = KNOTS[force(card) - 1], 0.0, "M0 0V26"
    flag = ""
    if knots >= 50:
        flag, knots, y = f'<path d="M0 0L9 2.2L0 5.6z" fill="{colour}"/>', knots - 50, 8.4
    while knots >= 10:
        d += f"M0 {num(y)}l9-2.8"
        y, knots = y + 4.2, knots - 10
    if knots >= 5:
        d += f"M0 {num(y or 4.2)}l5-1.6"
    return (
        f'<g transform="translate(83 12) rotate(28) scale(.92)" fill="none" stroke="{colour}"'
        ' stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">'
        f'{flag}<path d="{d}"/><circle cy="28" r="2.1" fill="{colour}" stroke="none"/></g>'
    )


def card_back(title: str | None = None) -> SafeString:
    """A weather card, face down."""
    return CARD.picture(_back(), title or _("A weather card, face down"), "wx")


@lru_cache(maxsize=1)
def _back() -> str:
    waves = "".join(f"M-8 {y}q6.5-5 13 0" + "t13 0" * 8 for y in range(14, 140, 9))
    return (
        '<path d="M4 4h92v132H4z" fill="var(--card-back)"/>'
        f'<path d="{waves}" fill="none" stroke="var(--card-back-line)" opacity=".75"/>'
        + rim(100, 140, 7, 2.5, "card-back", gap=4)
        + rim(100, 140, 4.5, 3.5, "card-face")
        + '<rect x="7" y="7" width="86" height="126" rx="2.5" fill="none"'
        ' stroke="var(--card-back-line)"/>'
        '<circle cx="50" cy="70" r="20" fill="var(--card-back)" stroke="var(--card-back-line)"/>'
        '<g fill="var(--card-face)"><path d="M46.4 60h7.2l2.2 21h-11.6z"/>'
        '<path d="M45 60v-2.6h10V60zM47 57v-5h6v5zM46.2 51.6l3.8-3.4 3.8 3.4z"/></g>'
        '<path d="M45.6 67l9-2.6M45 74l10.4-3" stroke="var(--card-back)" stroke-width="2"/>'
    )
