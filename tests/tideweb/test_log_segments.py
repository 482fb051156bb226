"""Which files of the write-ahead log follow which, and which are of another past."""

from pathlib import Path

import pytest

from tideweb.following import Server, _belongs
from tideweb.log_segments import (
    name_of,
    number_at,
    position_of,
    segment_of,
    segments,
    unbroken,
)

SIZE = 2**24  # PostgreSQL's own
SYSTEM = 2**63 + 7


def written(folder: Path, *names: str, length: int = 100) -> None:
    header = bytes(24) + SYSTEM.to_bytes(8, "little")
    for name in names:
        timeline, _dot, rest = name.partition("-")
        number, _dot, partial = rest.partition(".")
        file = folder / (name_of(int(timeline), int(number), SIZE) + (partial and f".{partial}"))
        file.write_bytes((header + b"x" * length).ljust(1000, b"\0"))


def told(folder: Path, first: str) -> list[str]:
    timeline, _dash, number = first.partition("-")
    begin = segment_of(folder / name_of(int(timeline), int(number), SIZE), SIZE)
    assert begin is not None
    return [f"{s.timeline}-{s.number}" for s in unbroken(begin, segments(folder, SIZE))]


def test_names_and_positions() -> None:
    assert name_of(2, 257, SIZE) == "000000020000000100000001"
    assert position_of(257, SIZE) == "1/1000000"
    assert number_at("1/1000028", SIZE) == 257
    assert segment_of(Path("00000002.history"), SIZE) is None


@pytest.mark.parametrize(
    ("there", "first", "chain"),
    [
        (("1-254", "1-255", "1-256", "1-257.partial"), "1-255", "1-255 1-256 1-257"),
        (("1-3", "1-4", "1-6"), "1-3", "1-3 1-4"),
        (("1-3", "1-4", "1-5", "2-4", "2-5.partial"), "1-3", "1-3 2-4 2-5"),
        (("1-3", "1-4", "1-5", "2-4"), "1-3", "1-3 2-4"),
        (("1-3", "1-4", "1-5", "2-4"), "2-4", "2-4"),
        (("1-3",), "1-2", ""),
    ],
)
def test_up_to_the_first_gap_and_never_back_to_an_older_timeline(
    tmp_path: Path, there: tuple[str, ...], first: str, chain: str
) -> None:
    written(tmp_path, *there)
    assert told(tmp_path, first) == chain.split()


@pytest.mark.parametrize("longer", ["base", "wal"])
def test_of_two_copies_the_one_that_was_written_further(tmp_path: Path, longer: str) -> None:
    for name in ("base", "wal"):
        (tmp_path / name).mkdir()
        kind = ".partial" if name == "wal" else ""
        written(tmp_path / name, f"1-3{kind}", length=200 if name == longer else 100)
    found = segments(tmp_path / "base", SIZE) + segments(tmp_path / "wal", SIZE)
    assert [s.file.parent.name for s in unbroken(found[0], found)] == [longer]


@pytest.mark.parametrize(
    ("segment", "belongs"),
    [
        ("3-6", True),  # what is being written is 7
        ("3-7.partial", True),
        ("3-7", False),  # the server went back on its own timeline, as a copy of its disk does
        ("3-8.partial", False),
        ("2-4", True),
        ("2-5", False),  # it left that timeline within 5
        ("1-2", True),
        ("1-3.partial", False),
        ("4-1", False),
    ],
)
def test_what_is_of_the_servers_past(tmp_path: Path, segment: str, *, belongs: bool) -> None:
    server = Server(SYSTEM, 3, 7, {1: 3, 2: 5})
    written(tmp_path, segment)
    (found,) = segments(tmp_path, SIZE)
    assert _belongs(found, server) == belongs
    assert not _belongs(found, Server(SYSTEM + 1, 3, 7, {1: 3, 2: 5})), "another database"
