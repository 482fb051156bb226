"""A plugin for the run of one mutant: these tests, in this order, none for ever.

It reads a list of [test, seconds that it may last] and writes what became of it.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

TESTS, RESULT = "MUTANT_TESTS", "MUTANT_RESULT"
TOO_LONG = "lasted longer than"
COMMITS = {"transactional_db", "live_server", "django_db_serialized_rollback"}


class Picking:
    def __init__(self, tests: list[tuple[str, float]], result: Path) -> None:
        self.limits = dict(tests)
        self.places = {test: place for place, (test, _) in enumerate(tests)}
        self.result = result
        self.said: dict[str, Any] = {"ran": 0, "by": None, "how": ""}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[Any]) -> None:
        ours = [item for item in items if item.nodeid in self.places]
        ours.sort(key=lambda item: (commits(item), self.places[item.nodeid]))
        known = {item.nodeid for item in ours}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in known])
        items[:] = ours
        self.said["there"] = sorted(known)
        self.write()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        seconds = self.limits[item.nodeid]

        def stop(_signal: int, _frame: FrameType | None) -> None:
            pytest.fail(f"{TOO_LONG} {seconds:.0f} s")

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds, 5)  # again, if something swallows the first
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.said["ran"] += report.when == "call" and not report.skipped
        if report.failed and not self.said["by"]:
            self.broke(report.nodeid, f"{report.when}: {last_line(report.longrepr)}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.said["by"]:
            self.broke(f"collecting {report.nodeid}", last_line(report.longrepr))

    def broke(self, by: str, how: str) -> None:
        self.said |= {"by": by, "how": how[:300]}
        self.write()

    def pytest_sessionfinish(self) -> None:
        self.write()

    def write(self) -> None:
        self.result.write_text(json.dumps(self.said))


def commits(item: Any) -> bool:
    """Such tests empty the tables: as ever, they come after those that undo what they did."""
    mark = item.get_closest_marker("django_db")
    asked = bool(mark) and (mark.kwargs.get("transaction") or mark.args[:1] == (True,))
    return bool(asked or COMMITS & set(item.fixturenames))


def last_line(output: object) -> str:
    """The error itself, without the way to it."""
    crash = getattr(output, "reprcrash", None)
    lines = str(getattr(crash, "message", output)).strip().splitlines()
    return (lines[0] if crash else lines[-1]) if lines else ""


def pytest_configure(config: pytest.Config) -> None:
    if TESTS in os.environ:
        tests = json.loads(Path(os.environ[TESTS]).read_text())
        config.pluginmanager.register(Picking(tests, Path(os.environ[RESULT])))
