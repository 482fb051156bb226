"""Processor seconds and memory of processes, from /proc."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Spent:
    """What a stretch of work cost; complete once the stretch has ended."""

    seconds: float = 0.0


@contextmanager
def spent_by(pids: Callable[[], Sequence[int]]) -> Iterator[Spent]:
    """Of the processes that are there before, and of those that are there after the block."""
    found = Spent()
    before = sum(map(seconds, pids()))
    yield found
    found.seconds = sum(map(seconds, pids())) - before


def children(pid: int) -> list[int]:
    """Those that it has started itself and that still live."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in text.split()]


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    return [pid, *(one for child in children(pid) for one in family(child))]


def seconds(pid: int) -> float:
    """Its own and those of its children that have ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return 0.0
    fields = stat.rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def megabytes(pid: int) -> float:
    """PSS: its own memory, and its share of what several processes hold together."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0.0
    lines = (line.split() for line in text.splitlines() if line.startswith("Pss:"))
    return sum(int(line[1]) for line in lines) / 1024
