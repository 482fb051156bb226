"""Which process of xdist runs which tests, and in which order.

Each process starts with a slice of the whole and, once through, takes from what the others have
left. The first gets the tests that wait, for a browser or for other processes: they leave their
core to somebody else, so one such process beside two that compute keeps two cores busy, and three
that compute would only be in each other's way. The others begin with what takes long. The rest
stays together by file, so that tests can share what the file creates.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from enum import IntEnum
from itertools import cycle

import pytest

# Who uses these waits for other processes.
WAITING = {"celery_worker_process", "own_servers", "var", "used_var"}


class Sort(IntEnum):
    WAITS = 0
    BROWSER = 1
    LONG = 2
    REST = 3


def _number() -> tuple[int, int]:
    """Which of the processes this is, from 0, and how many there are."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return int(worker), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Lets each process begin to read the folder at another place.

    In a fresh clone the files must be compiled first. If all processes read them in the same order,
    each compiles every one; like this each finds most of them compiled by the others.
    """
    report = yield
    if isinstance(collector, pytest.Directory) and report.passed:
        which, many = _number()
        cut = len(report.result) * which // many
        report.result = [*report.result[cut:], *report.result[:cut]]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    _which, many = _number()
    items[:] = [item for each in slices(items, many) for item in each]


def slices(items: list[pytest.Item], many: int) -> list[list[pytest.Item]]:
    """What each process starts with, as many as they are; at the end what is left over."""
    found: list[list[pytest.Item]] = [[] for _ in range(many)]
    rest = []
    computing = cycle(found[1:] or found)
    for item in sorted(items, key=lambda item: (sort_of(item), item.path)):
        match sort_of(item):
            case Sort.WAITS | Sort.BROWSER:
                found[0].append(item)
            case Sort.LONG:
                next(computing).append(item)
            case Sort.REST:
                rest.append(item)
    for each in found:
        room = max(0, len(items) // many - len(each))
        each += rest[:room]
        del rest[:room]
    return [*found, rest]


def sort_of(item: pytest.Item) -> Sort:
    if item.get_closest_marker("slow") or WAITING & set(getattr(item, "fixturenames", ())):
        return Sort.WAITS
    if item.get_closest_marker("browser"):
        return Sort.BROWSER
    return Sort.LONG if item.get_closest_marker("long") else Sort.REST
