"""say.css has a line for as many choices as a form of ours that says what they would do can offer.

To offer more, raise MOST and add the lines to say.css.
"""

from __future__ import annotations

import pytest

from tests.drawing.sheets import SHEETS

# A hand of Turn the Tide has 12 cards, a bid of Rowboat 13 numbers, a trick of it 12 cards and the
# Rowboat; a card of Turning Tides can be put on 7 zones with 2 sides.
MOST = 24


@pytest.mark.parametrize("number", range(1, MOST + 1))
def test_each_number_has_its_rule_once(number: int) -> None:
    rule = f'form:has([data-n="{number}"]:checked) .say[data-n="{number}"]'
    assert SHEETS["say.css"].count(rule) == 1


def test_there_are_no_others() -> None:
    assert SHEETS["say.css"].count(".say[data-n=") == MOST


def test_a_button_is_never_without_words() -> None:
    """As long as nothing is checked, what is said otherwise stays."""
    assert 'form:has(input[type="radio"]:checked) .say--any { display: none; }' in SHEETS["say.css"]
    assert ".say--any { display: revert; }" in SHEETS["say.css"]
