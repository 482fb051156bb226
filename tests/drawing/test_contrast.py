"""Text is readable, by day and by night: WCAG 2.2, 1.4.3 (4.5:1) and 1.4.11 (3:1)."""

from __future__ import annotations

import pytest

from tests.drawing.sheets import DARK, DEVICE_DARK, LIGHT

THEMES = {"light": LIGHT, "dark": DARK}
GROUNDS = ("paper", "sheet", "sunk", "foam")
TEXTS = ("ink", "ink-soft", "deep", "sea")
PAIRS = [
    *((text, ground) for text in TEXTS for ground in GROUNDS),
    *(("buoy", ground) for ground in ("paper", "sheet", "buoy-wash")),
    *(("lamp-ink", ground) for ground in ("paper", "sheet", "lamp-wash")),
    *(("moss", ground) for ground in ("sheet", "moss-wash")),
    *(("ink", ground) for ground in ("buoy-wash", "lamp-wash", "moss-wash")),
    *((f"seat-{seat}", ground) for seat in range(1, 6) for ground in ("paper", "sheet")),
    ("on-buoy", "buoy"),
    ("on-deep", "deep"),
    ("sheet", "ink"),
    ("card-ink", "card-face"),
]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text(theme: str, text: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["paper", "sheet"])
@pytest.mark.parametrize("edge", ["edge", "sea", "buoy"])
def test_edges_of_controls(theme: str, ground: str, edge: str) -> None:
    assert contrast(THEMES[theme][edge], THEMES[theme][ground]) >= 3


def test_night_is_the_same_by_device_and_by_choice() -> None:
    assert DARK == DEVICE_DARK
