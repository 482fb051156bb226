"""How much was compared is counted; `tests.secrecy.counting` says it at the end of the run."""

from collections.abc import Callable

import pytest

from tests.secrecy.counting import SECRECY

Count = Callable[..., None]


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Count:
    """Call it with the pairs that were compared, of which how many in full."""

    def counting(pairs: int, full: int = 0, size: int = 0) -> None:
        record_property(SECRECY, (pairs, full, size))

    return counting
