"""What a player would say aloud of a piece."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.utils import translation

from games.drawing import belts, plates, tides, weather

PLATE = {
    "seat": 2,
    "name": "Joost & Co",
    "level": 10,
    "up": 2,
    "lost": 1,
    "cards_left": 9,
    "score": 0,
    "state": "sealed",
}


def title(svg: str) -> str | None:
    return ElementTree.fromstring(svg)[0].text


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (1, "Weather 1, light air, no belt"),
        (13, "Weather 13, gentle breeze, half a belt"),
        (25, "Weather 25, fresh breeze, a whole belt"),
        (36, "Weather 36, gale, a whole belt"),
        (44, "Weather 44, strong gale, half a belt"),
        (60, "Weather 60, hurricane, no belt"),
    ],
)
def test_weather(card: int, words: str) -> None:
    assert title(weather.weather_card(card)) == words


def test_belts_add_up_to_the_box() -> None:
    # the rules, paragraph 1.2(6): 24 belts, counted in halves here
    assert sum(belts.belts_of(card) for card in range(1, 61)) == 48


def test_tide_and_belts() -> None:
    assert title(tides.tide_card(7)) == "Tide 7"
    assert title(belts.belts_row(3, 1)) == "3 of 4 belts left"
    assert title(belts.belts_row(0, 1)) == "0 of 1 belt left"


def test_plate() -> None:
    text = title(plates.plate_island(PLATE))
    assert text == "Joost & Co: water at 10, 2 of 3 belts, 9 cards left, 0 points, card sealed"


def test_a_plate_of_a_set_with_a_single_belt() -> None:
    text = title(plates.plate_island({**PLATE, "up": 0, "lost": 1}))
    assert text == "Joost & Co: water at 10, 0 of 1 belt, 9 cards left, 0 points, card sealed"


def test_plate_of_mine_that_is_dry() -> None:
    mine = {**PLATE, "me": True, "level": None, "cards_left": 1, "score": -1, "state": "mine"}
    text = title(plates.plate_island(mine))
    assert text == (
        "Joost & Co (you): dry, no tide card, 2 of 3 belts, 1 card left, −1 point, to choose"
    )


def test_a_lamp_is_lit_only_for_a_sealed_card() -> None:
    beam = 'fill="var(--lamp)" opacity=".38"'
    assert beam in plates.plate_island(PLATE)
    for state in ("mine", "wait", "lost", "out", ""):
        assert beam not in plates.plate_island({**PLATE, "state": state})


def test_titles_follow_the_language_though_pictures_are_cached() -> None:
    weather.weather_card(44)
    with translation.override("de"):
        assert str(weather.BEAUFORT[8]) in (title(weather.weather_card(44)) or "")
