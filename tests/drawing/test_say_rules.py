"""say.css names every value that a form of ours can offer.

To add a value, add it to VALUES and its line to say.css.
"""

from __future__ import annotations

import pytest

from tests.drawing.sheets import SHEETS

WEATHER_AND_TRICKS = [str(number) for number in range(61)]
TAKES = ["low", "high", "take low", "take high"]
SHIP_CARDS = ["wait", "sailor", "cannon", "move", "navigate", "swing", "fire"]
BOAT_BIDS = [f"bid {number}" for number in range(13)]
MOONS = ["no moon", *(f"moon {number}" for number in range(4, 13))]
VALUES = WEATHER_AND_TRICKS + TAKES + SHIP_CARDS + BOAT_BIDS + MOONS


@pytest.mark.parametrize("value", VALUES)
def test_each_value_has_its_rule_once(value: str) -> None:
    rule = f'form:has(input[value="{value}"]:checked) .say[data-v="{value}"]'
    assert SHEETS["say.css"].count(rule) == 1


def test_there_are_no_others() -> None:
    assert SHEETS["say.css"].count(".say[data-v=") == len(VALUES)


def test_a_button_is_never_without_words() -> None:
    """As long as nothing is checked, what is said otherwise stays."""
    assert 'form:has(input[type="radio"]:checked) .say--any { display: none; }' in SHEETS["say.css"]
    assert ".say--any { display: revert; }" in SHEETS["say.css"]
