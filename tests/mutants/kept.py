"""The mutants that are kept as plain text, and where their text stands in a tree of today."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

LIST = Path(__file__).with_name("list.jsonl")
AREAS = {
    "services": "games/services",
    "selectors": "games/selectors",
    "rules": "games/catalogue",
    "records": "games/rules",
    "inbound": "games/mail/inbound",
    "delivery": "accounts/notifications/delivery.py",
    "views": "games/api",
}


@dataclass(frozen=True)
class Mutant:
    """Whole lines of a file and what stands there instead; `line` is where they were drawn."""

    file: str
    within: str  # the function or class, dotted; empty on the module's own floor
    line: int
    nth: int  # counts the same lines in the same function, from 0
    operator: str  # cosmic-ray's
    occurrence: int  # its count of the places in the file, from 0
    original: list[str]
    mutated: list[str]

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} {self.operator} #{self.occurrence}"

    @property
    def area(self) -> str:
        return next(area for area, path in AREAS.items() if self.file.startswith(path))


@dataclass(frozen=True)
class Place:
    """The lines of a file of some tree, counted from 1."""

    file: str
    first: int
    count: int

    @property
    def lines(self) -> range:
        return range(self.first, self.first + self.count)


def read(path: Path = LIST) -> list[Mutant]:
    return [Mutant(**json.loads(line)) for line in path.read_text().splitlines()]


def write(mutants: list[Mutant], path: Path = LIST) -> None:
    lines = [json.dumps(asdict(mutant), ensure_ascii=False) + "\n" for mutant in mutants]
    path.write_text("".join(lines))


def files_of(tree: Path) -> Iterator[str]:
    """All the code that is mutated, as paths below the tree."""
    for start in AREAS.values():
        path = tree / start
        for found in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield found.relative_to(tree).as_posix()


def scopes(source: str) -> list[str]:
    """For each line, from 0, the dotted name of the function or class that it is part of."""
    names = [""] * (source.count("\n") + 2)
    _name(ast.parse(source), "", names)
    return names


def _name(node: ast.AST, outer: str, names: list[str]) -> None:
    for child in ast.iter_child_nodes(node):
        name = outer
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{child.name}".lstrip(".")
            first = min(each.lineno for each in (child, *child.decorator_list))
            for line in range(first, (child.end_lineno or first) + 1):
                names[line - 1] = name
        _name(child, name, names)


def standing(mutant: Mutant, tree: Path) -> Place | None:
    """Where its text stands now: in its file, or in the one file that its function went to."""
    if here := in_file(mutant, tree, mutant.file):
        return here
    found = [place for file in files_of(tree) if (place := in_file(mutant, tree, file))]
    return found[0] if len(found) == 1 else None


def in_file(mutant: Mutant, tree: Path, file: str) -> Place | None:
    path = tree / file
    if not path.exists():
        return None
    source = path.read_text()
    firsts = places(source, mutant.original, mutant.within)
    if mutant.nth >= len(firsts):
        return None
    return Place(file, firsts[mutant.nth] + 1, len(mutant.original))


def places(source: str, text: list[str], within: str) -> list[int]:
    """Where these lines begin in that function, from 0."""
    lines = source.split("\n")
    starts = [at for at in range(len(lines)) if lines[at : at + len(text)] == text]
    if not starts:
        return []
    names = scopes(source)
    return [at for at in starts if names[at] == within]


def mutated(source: str, mutant: Mutant, place: Place) -> str:
    """The file with the mutant in its place."""
    lines = source.split("\n")
    lines[place.first - 1 : place.first - 1 + place.count] = mutant.mutated
    return "\n".join(lines)
