"""What a card could do, in the sentence above the button."""

from games.catalogue.turn_the_tide.shapes import Observation
from games.catalogue.turn_the_tide.wording.in_short import in_short
from tests.games.wording.observing import seating, usual


def said(seen: Observation, card: str) -> str:
    return dict(in_short(seen, [card], seating()))[card]


def test_each_place_that_a_card_can_take_and_how_many_are_higher() -> None:
    assert said(usual(), "44") == (
        "Highest: water to 4 · Second: to 7 · Lower: stay at 6 · 9 of 39 possible cards are higher"
    )


def test_cards_that_were_seen_in_earlier_stages_have_their_place() -> None:
    seen = usual()
    seen["seats"][2]["seen_before"] = [1, 2, 4, 6, 8, 12, 14, 15, 17, 18, 23, 27]
    seen["seats"][3]["seen_before"] = [19, 21, 25, 26, 28, 31, 32, 46, 55]
    # Aoife’s nine are all known, and none beats the 44; Henning has two that nobody has shown.
    assert said(seen, "44") == (
        "Highest: water to 4 · Second: to 7 · Lower: stay at 6 · 9 of 39 possible cards are higher"
    )
    seen["seats"][3]["cards"] = 7
    assert said(seen, "44") == (
        "Highest: water to 4 · Second: to 7 · 2 of 25 possible cards are higher"
    )


def test_one_card_is_higher() -> None:
    seen = usual()
    seen["you"]["cards"] = [58]
    assert said(seen, "58").endswith(" · 1 of 47 possible cards is higher")


def test_the_highest_card_of_all_can_only_be_highest() -> None:
    seen = usual()
    seen["you"]["cards"] = [60]
    seen["seats"][0]["played"] = [3, 24]
    assert said(seen, "60") == "Highest: water to 4 · nobody can play higher"


def test_the_lowest_card_of_all_can_only_be_lower() -> None:
    seen = usual()
    seen["you"]["cards"] = [1]
    assert said(seen, "1").startswith("Lower: stay at 6 · ")


def test_whoever_is_dry_stays_so() -> None:
    seen = usual()
    seen["seats"][seen["you"]["seat"]]["tide"] = None
    assert "Lower: stay dry" in said(seen, "44")


def test_who_may_choose_a_tide_is_told_both() -> None:
    seen = usual()
    seen["options"]["taker_chooses"] = True
    assert said(seen, "44").startswith("Highest: water to 4 or 7 · Second: the other")


def test_a_tide_that_is_chosen_leaves_the_other() -> None:
    seen = usual()
    seen |= {"phase": "take", "takers": [0, 1]}
    low, high = in_short(seen, ["take low", "take high"], seating())
    assert low[1] == "Your water goes to 4, Joost’s to 7."
    assert high[1] == "Your water goes to 7, Joost’s to 4."
