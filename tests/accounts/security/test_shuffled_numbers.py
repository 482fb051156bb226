"""Numbers that are shown lead back to their rows, and say nothing of those in between."""

from itertools import pairwise

import pytest
from pytest_django import Settings

from accounts.security.shuffled_numbers import MAX_NUMBER, meant, shown

FIRST = range(1, 1001)
FAR = (MAX_NUMBER - 1, MAX_NUMBER, MAX_NUMBER + 1, 2**32, 2**40)


def test_each_leads_back_to_its_row_and_to_no_other() -> None:
    numbers = [*FIRST, *FAR]
    told = [shown(number) for number in numbers]
    assert [meant(number) for number in told] == numbers
    assert [shown(meant(number)) for number in numbers] == numbers
    assert len(set(told)) == len(told)
    assert all(1 <= number <= MAX_NUMBER for number in told[: len(FIRST)])
    assert all(number >= 1 for number in told)


def test_neighbours_are_as_far_apart_as_any_others() -> None:
    told = [shown(number) for number in FIRST]
    upwards = sum(one < other for one, other in pairwise(told))
    assert 400 < upwards < 600
    assert min(abs(one - other) for one, other in pairwise(told)) > 1000
    assert 0.4 < sum(told) / len(told) / MAX_NUMBER < 0.6


def test_with_another_key_the_order_is_another_one(settings: Settings) -> None:
    before = [shown(number) for number in FIRST]
    settings.SECRET_KEY = "another"
    assert not set(enumerate(before)) & set(enumerate(shown(number) for number in FIRST))


@pytest.mark.parametrize("number", [0, -1, -(2**31)])
def test_what_no_row_can_have_leads_to_none(number: int) -> None:
    assert meant(number) < 1
