"""The architecture in figures: `python -m tests.architecture_metrics`.

A room is accounts, tideweb, or a package directly in games; an arrow is an import between two
rooms. The packages of the games are left out of the floors, because each reaches from the rules to
its pages.
"""

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("accounts", "games", "tideweb")
BESIDE = "games.catalogue"
Arrows = Mapping[str, set[str]]


@cache
def imports() -> dict[str, set[str]]:
    """Which module imports which others, including imports for type checking."""
    graph = grimp.build_graph(*FOLDERS, exclude_type_checking_imports=False)
    return {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}


def rooms(of: Arrows) -> dict[str, set[str]]:
    """Which room imports from which others."""
    found: dict[str, set[str]] = {}
    for module, others in of.items():
        if (room := _room(module)) != "games":
            found.setdefault(room, set()).update({_room(other) for other in others} - {room})
    return found


def _room(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "games" else parts[0]


def circles(of: Arrows) -> list[list[str]]:
    """Import cycles: groups of rooms that can all reach one another."""
    reach = {each: _reach(each, of) for each in of}
    found: list[list[str]] = []
    for each in sorted(of):
        if each in reach[each]:
            group = sorted(other for other in reach[each] if each in reach.get(other, set()))
            found += [group] if group not in found else []
    return found


def _reach(start: str, of: Arrows) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        new = of.get(todo.pop(), set()) - found
        found |= new
        todo.extend(new)
    return found


def floors(of: Arrows) -> tuple[int, list[str]]:
    """The number of floors, and the arrows that point upwards.

    A room is placed as soon as everything it imports is placed; in a cycle, the one that lacks
    least.
    """
    height: dict[str, int] = {}
    upwards: list[str] = []
    while left := [room for room in of if room not in height]:
        room = min(left, key=lambda each: (len(of[each] - height.keys()), each))
        upwards += [f"{room} -> {other}" for other in sorted(of[room] - height.keys())]
        below = [height[other] for other in of[room] if other in height]
        height[room] = 1 + max(below, default=0)
    return max(height.values()), upwards


def shared_names(paths: list[Path]) -> int:
    """The number of files that share their name with another."""
    names = Counter(path.stem for path in paths if path.stem != "__init__")
    return sum(count for count in names.values() if count > 1)


def files(*folders: str) -> list[Path]:
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def lines(paths: list[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def docstrings(paths: list[Path]) -> tuple[int, int]:
    """The number of public functions and classes, and how many of them have a docstring."""
    of_code = [node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    public = [node for node in of_code if isinstance(node, kinds) and node.name[0] != "_"]
    return len(public), sum(ast.get_docstring(node) is not None for node in public)


def dependencies() -> int:
    """The direct dependencies of a server."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return len(project["dependencies"])


def report() -> Iterator[str]:
    of, source = imports(), files(*FOLDERS)
    house = rooms(of)
    yield f"rooms {len(house)}, arrows {sum(map(len, house.values()))}"
    knows = sorted(room for room, others in house.items() if BESIDE in others)
    yield f"rooms that read the list of games {len(knows)}: {', '.join(knows)}"
    height, upwards = floors({room: house[room] - {BESIDE} for room in house if room != BESIDE})
    yield f"floors {height}, arrows upwards {len(upwards)} {', '.join(upwards)}".rstrip()
    yield f"circles of files {len(circles(of))}"
    yield f"files {len(source)}, of which {shared_names(source)} share a name with another"
    of_games = [path for path in source if "catalogue" in path.parts]
    yield f"of these in the packages of the games {len(of_games)}, {shared_names(of_games)}"
    yield f"lines of source {lines(source):,}, of tests {lines(files('tests')):,}"
    public, told = docstrings(source)
    yield f"public functions and classes {public:,}, with a docstring {told:,}"
    golden = [path for path in (ROOT / "tests/golden").rglob("*") if path.is_file()]
    yield f"golden letters {len(golden)} files, {lines(golden):,} lines"
    yield f"direct dependencies {dependencies()}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
