"""How much was compared is said at the end of the run."""

from collections.abc import Callable
from typing import Any

import pytest

Count = Callable[..., None]


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Count:
    """Call it with the pairs that were compared, of which how many in full."""

    def counting(pairs: int, full: int = 0, size: int = 0) -> None:
        record_property("secrecy", (pairs, full, size))

    return counting


def pytest_terminal_summary(terminalreporter: Any) -> None:
    counted = [
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == "secrecy"
    ]
    if counted:
        pairs, full, size = (sum(column) for column in zip(*counted, strict=True))
        terminalreporter.write_line(
            f"Paired worlds: {pairs:,} renderings compared with their twins, {full:,} of them "
            f"whole answers ({size:,} bytes); 0 bytes differed."
        )
