"""What a seat made of its cards, against the same seat at the other tables."""

import pytest

from games.duplicate_scoring import marks


@pytest.mark.parametrize(
    ("points", "differences", "places"),
    [
        ([9, 4, 4], [5, -2.5, -2.5], [1, 2, 2]),
        ([3, 3], [0, 0], [1, 1]),
        ([-2, 7], [-9, 9], [2, 1]),
        ([0, 10, 20, 5], [-11.67, 1.67, 15, -5], [4, 2, 1, 3]),
    ],
)
def test_marks(points: list[int], differences: list[float], places: list[int]) -> None:
    found = marks(points)
    assert [mark.points for mark in found] == points
    assert [mark.difference for mark in found] == differences
    assert [mark.place for mark in found] == places
