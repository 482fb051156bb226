"""Seats, options and orders from outside: equal is not enough, the type must be right."""

from typing import Any

import pytest

from games.rules.base import Option
from games.rules.checks import checked_options, checked_order, checked_seats
from games.rules.errors import BadOptions, BadShuffle

KNOWN = (Option("cascade", True), Option("goal", "and", ("and", "or")), Option("to", 1, (1, 2)))


def test_defaults_are_filled_in() -> None:
    assert checked_options(KNOWN, {"goal": "or"}) == {"cascade": True, "goal": "or", "to": 1}


@pytest.mark.parametrize(
    "given",
    [{"cascade": 1}, {"cascade": "true"}, {"goal": "AND"}, {"to": True}, {"to": 1.0}, {"x": True}],
)
def test_another_type_or_value_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        checked_options(KNOWN, given)


@pytest.mark.parametrize("seats", [2, 6, "3", 3.0, True, None])
def test_another_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(BadOptions, match="3, 4, 5"):
        checked_seats((1 + 2, 4, 5), seats)


def test_an_order_is_given_back_as_a_list() -> None:
    assert checked_order([1, 1, "As"], ("As", 1, 1)) == ["As", 1, 1]


@pytest.mark.parametrize("order", [[1], [1, 2], [True, 1, "As"], [1.0, 1, "As"], [[1], 1, "As"]])
def test_another_order_is_refused(order: list[Any]) -> None:
    with pytest.raises(BadShuffle):
        checked_order([1, 1, "As"], order)


def test_an_order_is_refused_when_none_is_needed() -> None:
    with pytest.raises(BadShuffle, match="Nothing has to be shuffled"):
        checked_order(None, [1])
