"""The hulls of Turning Tides, seen from above, upright or lying.

Styled by turning-tides.css; seven zones fill the hull behind the bow.
"""

from __future__ import annotations

from django.utils.safestring import SafeString

from .canvas import Canvas

HULLS = {
    "silver": "M50 0C70 24 95 66 97 140V752c0 42-14 72-34 76H37C17 824 3 794 3 752V140C5 66 30 24 "
    "50 0Z",
    "gold": "M50 0C64 12 97 58 97 150L95 770l-6 58H11l-6-58L3 150C3 58 36 12 50 0Z",
}
STERNS = {"silver": "M22 806h56", "gold": "M12 800h76"}
PLANKS = "M22 110V795M36 110V795M50 110V795M64 110V795M78 110V795"


def hull(colour: str) -> SafeString:
    """Both drawings of a hull, `hv` upright and `hh` lying. Ornaments: the zones have their own
    text."""
    body = (
        f'<path d="{HULLS[colour]}" class="h1"/>'
        f'<path d="{HULLS[colour]}" class="h2" transform="translate(6 14) scale(.88 .972)"/>'
        f'<path d="{PLANKS}" class="pl"/><path d="M50 6V-40" class="h3"/>'
        f'<path d="{STERNS[colour]}" class="h3"/>'
    )
    stretch = ' preserveAspectRatio="none"'
    lying = f'<g transform="translate(828 0) rotate(90)">{body}</g>'
    upright = Canvas("0 0 100 828", 100, 828, stretch).ornament(body, "hull hv")
    return upright + Canvas("0 0 828 100", 828, 100, stretch).ornament(lying, "hull hh")
