"""The house in figures: `python -m tests.house`.

Rooms are folders; an arrow is an import between two.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("accounts", "games", "tideweb")


def arrows() -> dict[str, set[str]]:
    """Which folder imports from which."""
    graph = grimp.build_graph(*FOLDERS)
    found: dict[str, set[str]] = {}
    for module in graph.modules:
        room = _room(module)
        found.setdefault(room, set())
        found[room] |= {_room(other) for other in graph.find_modules_directly_imported_by(module)}
        found[room].discard(room)
    return found


def _room(module: str) -> str:
    path = ROOT / module.replace(".", "/")
    return module if path.is_dir() else module.rpartition(".")[0]


def circles(of: dict[str, set[str]]) -> list[list[str]]:
    """Groups of rooms of which each can be reached from each."""
    reach = {room: _reach(room, of) for room in of}
    found: list[list[str]] = []
    for room in sorted(of):
        group = sorted(other for other in reach[room] if room in reach.get(other, set()))
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


def _reach(room: str, of: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    todo = [room]
    while todo:
        for other in of.get(todo.pop(), set()) - found:
            found.add(other)
            todo.append(other)
    return found


def files(*folders: str) -> list[Path]:
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def lines(paths: list[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def report() -> Iterator[str]:
    rooms, source = arrows(), files(*FOLDERS)
    names = Counter(path.stem for path in source if path.stem != "__init__")
    shared = sum(count for count in names.values() if count > 1)
    yield f"rooms {len(rooms)}, arrows {sum(map(len, rooms.values()))}"
    for group in circles(rooms):
        yield f"circle: {', '.join(group)}"
    yield f"modules {sum(names.values())}, of which {shared} share a name with another"
    yield f"lines of source {lines(source):,}, of tests {lines(files('tests')):,}"
    golden = [path for path in (ROOT / "tests/golden").rglob("*") if path.is_file()]
    yield f"golden letters {len(golden)} files, {lines(golden):,} lines"


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
