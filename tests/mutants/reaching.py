"""A plugin for one run of all tests: which of them come by which lines of the mutated code.

A tracer would make everything take three times as long, so there is none: the mutated files are
imported with a note at the beginning of each function, and before each statement that is mutated.
Each process writes a file into the folder named by `REACHED`: what it saw, how long each test took
and which of them failed. See `covering.py`, which reads them.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.mutants import kept
from tests.mutants.covering import Function, first_line, head_of
from tests.mutants.scratch import REACHED

NOTE = "__reached__"
TREE = Path(__file__).resolve().parents[2]


class Notes:
    """What was reached since the last phase of a test, and by whom everything was."""

    def __init__(self) -> None:
        self.places: list[tuple[str, int]] = []
        self.now: set[int] = set()
        self.by: dict[int, list[int]] = defaultdict(list)
        self.contexts: list[str] = []
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    def place(self, file: str, line: int) -> int:
        self.places.append((file, line))
        return len(self.places) - 1

    def end(self, context: str) -> None:
        for place in self.now:
            self.by[place].append(len(self.contexts))
        self.contexts.append(context)
        self.now.clear()

    def write(self, path: Path) -> None:
        lines: dict[str, dict[int, list[int]]] = defaultdict(dict)
        for place, contexts in self.by.items():
            file, line = self.places[place]
            lines[file][line] = sorted({*lines[file].get(line, []), *contexts})
        data = {"contexts": self.contexts, "lines": lines, "failed": sorted(self.failed)}
        path.write_text(json.dumps({**data, "seconds": self.seconds}))


class Marked(SourceFileLoader):
    """Loads a file with its notes, and keeps nothing that was compiled."""

    def __init__(self, name: str, path: str, notes: Notes, mutated: set[int]) -> None:
        super().__init__(name, path)
        self.notes, self.mutated = notes, mutated

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.path)
        marking = Marking(self.notes, path.relative_to(TREE).as_posix(), self.mutated)
        tree = marking.visit(ast.parse(path.read_text()))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__[NOTE] = self.notes.now.add
        super().exec_module(module)


class Marking(ast.NodeTransformer):
    def __init__(self, notes: Notes, file: str, mutated: set[int]) -> None:
        self.notes, self.file, self.mutated = notes, file, mutated
        self.depth = 0

    def generic_visit(self, node: ast.AST) -> ast.AST:
        inside = isinstance(node, Function)
        self.depth += inside
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if self.depth and isinstance(block, list):  # an `if` within an expression has no list
                setattr(node, name, list(self.noted(block, start=inside and name == "body")))
        self.depth -= inside
        return node

    def noted(self, block: list[ast.stmt], *, start: bool) -> Iterator[ast.stmt]:
        text = start and isinstance(block[0], ast.Expr) and isinstance(block[0].value, ast.Constant)
        yield from block[:text]
        for at, each in enumerate(block[text:]):
            if (start and at == 0) or self.mutated & set(head_of(each)):
                yield self.note(first_line(each))
            for handler in getattr(each, "handlers", []):
                if handler.lineno in self.mutated:
                    yield self.note(handler.lineno)
            yield each

    def note(self, line: int) -> ast.stmt:
        number = ast.Constant(self.notes.place(self.file, line))
        call = ast.Expr(ast.Call(ast.Name(NOTE, ast.Load()), [number], []))
        call.lineno = line
        return call


class Finder(MetaPathFinder):
    """Stands before Python's own, for the files that are mutated."""

    def __init__(self, notes: Notes, mutated: dict[str, set[int]]) -> None:
        self.notes, self.mutated = notes, mutated

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin not in self.mutated:
            return None
        spec.loader = Marked(fullname, spec.origin, self.notes, self.mutated[spec.origin])
        return spec


class Plugin:
    def __init__(self, notes: Notes, folder: Path) -> None:
        self.notes, self.folder = notes, folder

    def pytest_collection_finish(self) -> None:
        self.notes.end("")  # reached by what is imported

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Each phase of a test says how it went when it is over."""
        self.notes.end(f"{report.nodeid}|{report.when}")
        self.notes.seconds[report.nodeid] += report.duration
        if report.failed:
            self.notes.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
        if self.notes.by:
            self.notes.write(self.folder / f"{worker}.json")


def mutated_lines() -> dict[str, set[int]]:
    """For each file that mutants are drawn from, the lines of those that are kept."""
    lines: dict[str, set[int]] = {str(TREE / file): set() for file in kept.files_of(TREE)}
    for mutant in kept.read():
        if place := kept.standing(mutant, TREE):
            lines[str(TREE / place.file)] |= set(place.lines)
    return lines


def pytest_configure(config: pytest.Config) -> None:
    """Not where others run the tests."""
    runs_them = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if (folder := os.environ.get(REACHED)) and runs_them:
        config.pluginmanager.register(Plugin(notes, Path(folder)))


notes = Notes()
if REACHED in os.environ:  # before anything is imported that is mutated
    sys.meta_path.insert(0, Finder(notes, mutated_lines()))
