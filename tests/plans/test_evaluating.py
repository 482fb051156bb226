"""What a plan answers: which of the legal answers, and from which number on a condition is true."""

import pytest

from games.plans import vocabulary_of
from games.plans.evaluating import SeenHand, evaluate
from games.plans.parsing import parse
from games.plans.plan_tree import Progress

TIDE = vocabulary_of("turn-the-tide")


def answered(text: str, *ranked: str, hand: int = 1) -> str | None:
    seen = SeenHand({"hand": hand, "stage": 1}, sorted(ranked), ranked)
    return evaluate(parse(text, TIDE), Progress(), TIDE, seen).answer


@pytest.mark.parametrize(
    ("word", "of_three", "of_four"),
    [("lowest", "7", "7"), ("median", "12", "12"), ("highest", "44", "58")],
)
def test_of_two_in_the_middle_the_lower_is_meant(word: str, of_three: str, of_four: str) -> None:
    assert answered(f"always: {word}", "7", "12", "44") == of_three
    assert answered(f"always: {word}", "7", "12", "44", "58") == of_four


@pytest.mark.parametrize(
    ("condition", "hands"),
    [
        ("hand is 4 or more", {4, 5, 6}),
        ("hand is 4 or less", {2, 3, 4}),
        ("hand is over 4", {5, 6}),
        ("hand is under 4", {2, 3}),
        ("hand is 3 to 5", {3, 4, 5}),
        ("hand is 4", {4}),
    ],
)
def test_a_condition_includes_its_bound_only_if_it_says_so(condition: str, hands: set[int]) -> None:
    text = f"if {condition}: 7"
    assert {number for number in range(2, 7) if answered(text, "7", "12", hand=number)} == hands
