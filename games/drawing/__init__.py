"""All drawings of Tideweb, computed: pure functions that return safe SVG.

Colours come from base.css as ``fill="var(--name)"``, in presentation attributes, so that a strict
style-src holds. No drawing has an id, so all are cached and a page may contain any number of them.
"""

from .belts import belt_words, belts_of, belts_row, one_belt
from .icons import icon
from .islands import island
from .marks import daymark, set_strip, site_mark, wave_rule
from .plates import plate_island, plate_title
from .scenes import scene
from .tides import tide_card
from .weather import BEAUFORT, card_back, force, weather_card, weather_title

__all__ = [
    "BEAUFORT",
    "belt_words",
    "belts_of",
    "belts_row",
    "card_back",
    "daymark",
    "force",
    "icon",
    "island",
    "one_belt",
    "plate_island",
    "plate_title",
    "scene",
    "set_strip",
    "site_mark",
    "tide_card",
    "wave_rule",
    "weather_card",
    "weather_title",
]
