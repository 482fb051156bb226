"""`python -m tests.secrecy.leaks`: plants every leak and prints how many were found."""

import os
from typing import Any

import pytest

from tests import sampling

PLANTED = "test_a_planted_leak_is_found["


class Tally:
    """Counts the leaks that were found, and lists the others."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.missed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when != "call" or PLANTED not in report.nodeid:
            return
        name = report.nodeid.partition("[")[2].rstrip("]")
        (self.found if report.passed else self.missed).append(name)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for name in self.missed:
            terminalreporter.write_line(f"not found: {name}")
        total = len(self.found) + len(self.missed)
        terminalreporter.write_line(f"Planted leaks: {total}; found: {len(self.found)}.")


if __name__ == "__main__":
    os.environ[sampling.WHOLE] = "1"
    quiet = ["-q", "--durations=8", "--tb=short", "--show-capture=no", "-p", "no:cacheprovider"]
    raise SystemExit(pytest.main(["tests/secrecy/leaks", *quiet], plugins=[Tally()]))
