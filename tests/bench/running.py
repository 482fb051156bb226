"""What `make run` holds in memory once it is ready, by process, and how soon that is.

The second start is measured: the first one makes database, keys and files.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bench.cost import family, megabytes, seconds
from tests.faults.house import House

SETTLING = 5.0  # seconds after it is ready


@dataclass
class Running:
    """Wall and processor seconds until the first answer, and megabytes (PSS) by process."""

    wall: float
    processor: float
    memory: dict[str, float]


def measured() -> Running:
    """Of the default run: its own database and broker, one web process, no demo games."""
    house = House()
    os.environ.pop("WEB_WORKERS", None)
    try:
        house.start()
        house.end()
        begun = time.monotonic()
        house.start()
        wall = time.monotonic() - begun
        assert house.process is not None
        spent = sum(map(seconds, family(house.process.pid)))
        time.sleep(SETTLING)
        return Running(wall, spent, _memory(house))
    finally:
        house.stop()


def _memory(house: House) -> dict[str, float]:
    assert house.process is not None
    found: dict[str, float] = {}
    for pid in family(house.process.pid):
        name = _name(pid)
        found[name] = found.get(name, 0.0) + megabytes(pid)
    postgres = house.database_pids()
    found["postgres"] = sum(map(megabytes, postgres))
    return found


def _name(pid: int) -> str:
    """As its part of Tideweb names itself."""
    return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()


def main() -> int:
    found = measured()
    python = sum(size for name, size in found.memory.items() if name != "postgres")
    lines = [f"ready after {found.wall:.1f} s, {found.processor:.1f} s of processor time"]
    lines += [f"{name:<12}{size:7.1f} MB" for name, size in found.memory.items()]
    lines.append(f"together    {sum(found.memory.values()):7.1f} MB, of which Python {python:.1f}")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
