"""Counts the comparisons; `tests.secrecy.counting` prints the sums at the end of the run."""

from collections.abc import Callable

import pytest

from tests.secrecy.counting import SECRECY

Count = Callable[..., None]


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Count:
    """A function to call with the number of pairs compared, and how many of them in full."""

    def counting(pairs: int, full: int = 0, size: int = 0) -> None:
        record_property(SECRECY, (pairs, full, size))

    return counting
