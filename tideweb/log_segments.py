"""The files of PostgreSQL's write-ahead log in a folder: which follow which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

NAME = re.compile(r"([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.partial)?")


@dataclass(frozen=True)
class Segment:
    """One file. After a restore a new timeline begins, in the middle of a segment that both have;
    `partial` is still being written."""

    file: Path
    timeline: int
    number: int
    partial: bool

    @property
    def name(self) -> str:
        return self.file.name[:24]

    def rank(self) -> tuple[int, int, bool]:
        """pg_receivewal goes on after the segment for which this is highest."""
        return self.number, self.timeline, not self.partial

    def next(self) -> int:
        """The number of the segment with which whoever has this one goes on."""
        return self.number + (not self.partial)


def number_at(position: str, size: int) -> int:
    """The number of the segment for a position such as 0/B000028."""
    high, _slash, low = position.partition("/")
    return ((int(high, 16) << 32) + int(low, 16)) // size


def position_of(number: int, size: int) -> str:
    """Where this segment begins."""
    start = number * size
    return f"{start >> 32:X}/{start & 0xFFFFFFFF:X}"


def name_of(timeline: int, number: int, size: int) -> str:
    high, low = divmod(number, 2**32 // size)
    return f"{timeline:08X}{high:08X}{low:08X}"


def segment_of(file: Path, size: int) -> Segment | None:
    """What this file is by its name; None if it is something else."""
    if (parts := NAME.fullmatch(file.name)) is None:
        return None
    timeline, high, low = (int(part, 16) for part in parts.groups()[:3])
    return Segment(file, timeline, high * (2**32 // size) + low, bool(parts[4]))


def segments(folder: Path, size: int) -> list[Segment]:
    """All in this folder, the newest last."""
    files = folder.iterdir() if folder.is_dir() else ()
    found = (segment_of(file, size) for file in files)
    return sorted((segment for segment in found if segment), key=Segment.rank)


def unbroken(first: Segment, found: Iterable[Segment]) -> Iterator[Segment]:
    """The segments that PostgreSQL can replay, from the first one to the first gap.

    No timeline follows a newer one. Of two copies the one that was written further is taken: a base
    backup brings some of its own.
    """
    by_number: dict[int, list[Segment]] = {}
    for segment in found:
        by_number.setdefault(segment.number, []).append(segment)
    timeline, number = first.timeline, first.number
    while fitting := [s for s in by_number.get(number, ()) if s.timeline >= timeline]:
        timeline = max(segment.timeline for segment in fitting)
        copies = [segment for segment in fitting if segment.timeline == timeline]
        yield max(copies, key=_written) if len(copies) > 1 else copies[0]
        number += 1


def _written(segment: Segment) -> int:
    return len(segment.file.read_bytes().rstrip(b"\0"))
