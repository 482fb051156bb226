"""The processor time of each test: the limit that keeps the suite fast, and the report.

A test that takes more than five seconds fails, unless it is marked `long`; at most forty may be.
The time includes setting up fixtures for this test alone, but not those shared by several tests. It
counts all threads of the test's process, but not the browser, the database or a worker. On a slow
machine, at any moment, the limit is up to twice as high.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import whole

MAX_SECONDS = 5.0
MAX_LONG = 40
SLOWEST = 2.0
STROKE_SECONDS = 0.015  # that `_stroke` takes on a machine where the limit is five
COSTLIEST = 10
COST = "processor seconds"
TALLY = "TIDEWEB_TALLY"  # file for the numbers of tests passed, failed and skipped
_shared = 0.0  # seconds spent on shared fixtures since the process started


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: may take over five seconds of processor time")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    long = [item.nodeid for item in items if item.get_closest_marker("long")]
    if len(long) > MAX_LONG and not whole():
        raise pytest.UsageError(f"{len(long)} tests are marked long; {MAX_LONG} may be.")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    global _shared
    if fixturedef.scope == "function":
        return (yield)
    before, earlier = time.process_time(), _shared
    try:
        return (yield)
    finally:
        # One that asked for another counts for both.
        _shared = earlier + time.process_time() - before


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    item.stash[_begun] = (time.process_time(), _shared)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    try:
        return (yield)
    finally:
        began, shared = item.stash[_begun]
        cost = (time.process_time() - began) - (_shared - shared)
        item.user_properties.append((COST, cost))
        item.stash[_cost] = cost


@cache
def slowness() -> float:
    """How many times higher the limit is here: from 1 to `SLOWEST`."""
    return min(SLOWEST, max(1.0, _strokes()))


def _strokes() -> float:
    """How many times as long as usual this machine takes at the moment."""
    return min(_stroke() for _ in range(5)) / STROKE_SECONDS


def _stroke() -> float:
    """The processor time of a fixed piece of ordinary work, in seconds."""
    began = time.process_time()
    found = {str(number): (number % 7, number) for number in range(60_000)}
    sorted(found, key=found.__getitem__)
    return time.process_time() - began


def limited(item: pytest.Item) -> bool:
    """Whether the limit applies to this test; it doesn't if every case is tried."""
    return not (whole() or item.get_closest_marker("long"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    cost = item.stash.get(_cost, 0.0)
    over = cost > MAX_SECONDS and cost > MAX_SECONDS * slowness()
    if call.when == "call" and report.passed and over and limited(item):
        report.outcome = "failed"
        report.longrepr = (
            f"It took {cost:.1f} s of processor time; {MAX_SECONDS * slowness():.1f} is the limit "
            "here. Make it "
            "cheaper (tests/ready_games.py, tests/games/fast_forward.py), or mark it `long`."
        )
    return report


_begun, _cost = pytest.StashKey[tuple[float, float]](), pytest.StashKey[float]()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if path := os.environ.get(TALLY):
        kinds = ("passed", "failed", "error", "skipped")
        counts = {kind: len(terminalreporter.getreports(kind)) for kind in kinds}
        Path(path).write_text(json.dumps(counts), "utf-8")
    costs = sorted(
        (
            (value, report.nodeid)
            for reports in terminalreporter.stats.values()
            for report in reports
            if getattr(report, "when", "") == "call"
            for name, value in report.user_properties
            if name == COST
        ),
        reverse=True,
    )
    if len(costs) <= COSTLIEST:
        return
    terminalreporter.write_sep("-", f"the {COSTLIEST} that cost most, in processor seconds")
    for cost, nodeid in costs[:COSTLIEST]:
        terminalreporter.write_line(f"{cost:6.1f}  {nodeid}")
    spent = sum(cost for cost, _nodeid in costs)
    terminalreporter.write_line(f"{spent:6.1f}  in all {len(costs)} tests; {_processes()}")
    terminalreporter.write_line(
        f"This machine now takes {_strokes():.1f} times as long as usual for the same work."
    )


def _processes() -> str:
    """The processor time of this run so far, including child processes that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(each.ru_utime + each.ru_stime for each in used)
    return f"{seconds:.0f} s by this process and those that it started and that have ended"
