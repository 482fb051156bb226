"""Scoring by comparison: what a seat made of its cards, against the same seat at other tables.

Pure. As in duplicate bridge, a result counts by its difference to the average of the others who
held the same cards, so that the luck of the deal cancels out.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """The result of one seat at one table: its points, the difference to the mean of the same seat
    at the other tables, and its place among them (from 1, ties shared)."""

    points: float
    difference: float
    place: int


def marks(points: Sequence[float]) -> list[Mark]:
    """What each of these made of the same cards; of two or more.

    >>> [(mark.difference, mark.place) for mark in marks([9, 4, 4])]
    [(5.0, 1), (-2.5, 2), (-2.5, 2)]
    """
    return [
        Mark(
            own,
            round(own - (sum(points) - own) / (len(points) - 1), 2),
            1 + sum(other > own for other in points),
        )
        for own in points
    ]
