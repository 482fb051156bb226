"""What a card could mean, told from the reader's observation alone."""

from typing import Any

import pytest

from games.catalogue.turn_the_tide import wording as told
from games.catalogue.turn_the_tide.shapes import Observation
from tests.games.wording.observing import observation, seat, seating, usual


def facts(seen: Observation, card: str) -> dict[str, str]:
    return {fact.label: fact.text for fact in told.consequences(seen, card, seating())}


def test_the_card_of_the_drawn_page() -> None:
    assert facts(usual(), "44") == {
        "Highest": "You take the 4; your water falls from 6 to 4.",
        "Second": "You take the 7; your water rises from 6 to 7.",
        "Lower": "You take nothing and stay at 6.",
        "Loses a belt": "Joost, at 10, unless Joost takes a tide. Then whoever stands deepest.",
        "Beaten by": "Joost’s 51 and 59 and 7 of the 30 cards you can’t place.",
    }


def test_cards_that_were_seen_in_earlier_stages_are_told_by_name() -> None:
    seen = usual()
    seen["seats"][2]["seen_before"] = [8, 12, 27, 45, 47, 53, 54, 56]
    seen["seats"][3]["seen_before"] = [10, 46, 48, 50, 55]
    assert facts(seen, "44")["Beaten by"] == (
        "Joost’s 51 and 59, 5 of Aoife’s 5 known cards and Henning’s 48 and 50."
    )


def test_the_highest_card_of_all_can_only_be_highest() -> None:
    seen = usual()
    seen["you"]["cards"] = [60]
    seen["seats"][0]["played"] = [3, 24]
    found = facts(seen, "60")
    assert found["Second"].startswith("Not possible")
    assert found["Lower"].startswith("Not possible")
    assert found["Beaten by"] == "Nothing: nobody can play higher."


def test_the_lowest_card_of_all_can_only_be_lower() -> None:
    seen = usual()
    seen["you"]["cards"] = [1]
    found = facts(seen, "1")
    assert found["Highest"] == "Not possible: somebody must play higher."
    assert found["Second"] == "Not possible: two must play higher."
    assert found["Lower"] == "You take nothing and stay at 6."


def test_a_card_of_somebody_who_is_out_cannot_be_played() -> None:
    seen = usual()
    seen["seats"][1]["out"] = True
    seen["seats"][1]["tide"] = None
    assert "Joost" not in facts(seen, "44")["Beaten by"]


@pytest.mark.parametrize(
    ("levels", "tides", "words"),
    [
        ((6, 10, None, 2), (4, 12), "Whoever takes the 12."),
        ((None, None, None, None), (5, 5), "Both who take a 5."),
        (
            (6, 7, None, 2),
            (4, 7),
            "Whoever takes the 7; and Joost, at 7 already, unless Joost takes the lower one.",
        ),
        ((10, 2, None, 2), (4, 7), "You, at 10, unless you take a tide. Then whoever stands"),
        ((6, 10, 10, 2), (4, 7), "Joost and Aoife, both at 10; whoever takes a tide escapes."),
    ],
)
def test_who_pays(levels: tuple[Any, ...], tides: tuple[Any, ...], words: str) -> None:
    seen = observation([seat(level) for level in levels], tides)
    assert facts(seen, "44")["Loses a belt"].startswith(words)


def test_paying_without_a_belt_means_to_be_out() -> None:
    seen = observation([seat(6), seat(10, belts=0), seat(None), seat(2)])
    assert facts(seen, "44")["Loses a belt"].endswith("Joost has no belt left and would be out.")


def test_the_option_that_lets_the_taker_choose() -> None:
    seen = usual(options={"cascade": True, "taker_chooses": True})
    found = facts(seen, "44")
    assert found["Highest"] == (
        "You choose: with the 4 your water falls from 6 to 4, with the 7 your water rises "
        "from 6 to 7."
    )
    assert found["Second"] == "You take the tide that is left, the 4 or the 7."


def test_choosing_a_tide_tells_what_is_certain() -> None:
    seen = usual(phase="take", takers=[0, 1])
    assert facts(seen, "take low") == {
        "You": "You take the 4; your water falls from 6 to 4.",
        "Joost": "Takes the 7; Joost’s water falls from 10 to 7.",
        "Loses a belt": "Joost, at 7.",
    }
