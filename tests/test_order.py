"""The tests that wait go to the first process; nothing is lost or run twice."""

from pathlib import Path
from typing import Any

import pytest

from tests.order import slices


class Item:
    def __init__(self, name: str, *marks: str) -> None:
        self.name, self.marks, self.path = name, marks, Path(name)
        self.fixturenames: list[str] = []

    def get_closest_marker(self, name: str) -> bool:
        return name in self.marks


ITEMS: list[Any] = [
    *(Item(f"quick {number}") for number in range(8)),
    *(Item(f"long {number}", "long") for number in range(3)),
    Item("page", "browser", "long"),
    Item("server", "slow"),
]


@pytest.mark.parametrize("many", [1, 2, 3])
def test_each_test_runs_once(many: int) -> None:
    found = [item for each in slices(ITEMS, many) for item in each]
    assert len(found) == len(ITEMS)
    assert set(found) == set(ITEMS)


def test_one_process_waits_and_the_others_compute() -> None:
    waiting, *computing, left = [[item.name for item in each] for each in slices(ITEMS, 3)]
    assert waiting == ["server", "page", "quick 0", "quick 1"]
    assert computing == [
        ["long 0", "long 2", "quick 2", "quick 3"],
        ["long 1", "quick 4", "quick 5", "quick 6"],
    ]
    assert left == ["quick 7"]


def test_alone_it_begins_with_what_waits() -> None:
    assert [item.name for item in slices(ITEMS, 1)[0]][:3] == ["server", "page", "long 0"]
