"""Processor seconds of the house's processes, from /proc."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.house import House

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Spent:
    """What a stretch of work cost; complete once the stretch has ended."""

    seconds: float = 0.0


@contextmanager
def spent(house: House, *parts: str) -> Iterator[Spent]:
    """Of these parts (web, worker, database) while the block runs."""
    found = Spent()
    before = total(house, parts)
    yield found
    found.seconds = total(house, parts) - before


def total(house: House, parts: tuple[str, ...]) -> float:
    return sum(_seconds(pid) for part in parts for pid in pids(house, part))


def pids(house: House, part: str) -> list[int]:
    if part != "database":
        return house.pids(part)
    (root,) = house.postmaster()
    children = Path(f"/proc/{root}/task/{root}/children").read_text(encoding="ascii")
    return [root, *map(int, children.split())]


def _seconds(pid: int) -> float:
    """Its own and that of its children that have ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return 0.0
    fields = stat.rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS
