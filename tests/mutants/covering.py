"""Which tests run a line, and how long each takes: from one run of them all, made before."""

from __future__ import annotations

import ast
import json
import re
import statistics
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.mutants.kept import Place

Function = ast.FunctionDef | ast.AsyncFunctionDef
# Longer tests later, and whatever starts a browser last; in seconds.
STAGES = (0.2, 1, 5, 20)
BROWSER = "tests/browsing/"


class Covering:
    """The map of one tree, as `reaching.py` wrote it: a context for each phase of each test."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree = tree
        self.known: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.of_file: dict[str, set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        for path in folder.glob("*.json"):
            self._add(json.loads(path.read_text()))
        if not self.known:
            raise SystemExit(f"{folder} says nothing: make it by `python -m tests.mutants map`")
        self.usual = statistics.median(self.seconds.values())

    def _add(self, data: dict[str, Any]) -> None:
        """What one process saw."""
        contexts = data["contexts"]
        for test in filter(None, map(test_of, contexts)):  # or what came by while collecting
            self.of_file[file_of(test)].add(test)
        for file, lines in data["lines"].items():
            for line, places in lines.items():
                self.known[file][int(line)] |= {contexts[place] for place in places}
        self.seconds |= data["seconds"]
        self.failed |= set(data["failed"])

    def lasts(self, test: str) -> float:
        return self.seconds.get(test, self.usual)

    def of(self, place: Place) -> set[str]:
        """The tests that run these lines, and those that share a fixture that does."""
        source = (self.tree / place.file).read_text()
        contexts = self._at(place.file, place.lines)
        contexts = contexts or self._at(place.file, statement(source, place.first))
        tests = {test_of(context) for context in contexts - {""}}
        for context in contexts:
            if context.endswith("|setup"):
                tests |= self.of_file[file_of(context)]
        if not in_function(source, place.first) or (contexts and not tests):
            tests |= self._when_imported(place.file)
        return {test for test in tests if test not in self.failed}

    def _at(self, file: str, lines: Iterable[int]) -> set[str]:
        known = self.known.get(file, {})
        return set().union(*(known.get(line, set()) for line in lines))

    def _when_imported(self, file: str) -> set[str]:
        """What runs but once, when a module is imported, counts for all who use the module."""
        found: set[str] = set()
        imports = imports_of(file)
        importers = (each for each in self.known if imports.search((self.tree / each).read_text()))
        for user in {file, *importers}:
            source = (self.tree / user).read_text()
            inside = [line for line in self.known.get(user, {}) if in_function(source, line)]
            found |= {test_of(context) for context in self._at(user, inside) - {""}}
        return found | {
            test
            for tests_file, tests in self.of_file.items()
            if nearness(file, tests_file) or imports.search((self.tree / tests_file).read_text())
            for test in tests
        }


def imports_of(file: str) -> re.Pattern[str]:
    """How a line begins or goes on that imports this module, or something from it."""
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    return re.compile(
        rf"(from|import) {re.escape(module)}\b|from {re.escape(package)} import .*\b{name}\b"
    )


def test_of(context: str) -> str:
    """`tests/x.py::test_y` of `tests/x.py::test_y|run`."""
    return context.rpartition("|")[0]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def statement(source: str, line: int) -> range:
    """The lines of the innermost statement around a line; of a compound one, its head."""
    around = [
        head
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and line in (head := head_of(node))
    ]
    return min(around, key=len, default=range(line, line + 1))


def head_of(node: ast.stmt) -> range:
    body = getattr(node, "body", None)
    last = first_line(body[0]) - 1 if body else node.end_lineno or node.lineno
    return range(first_line(node), max(last, node.lineno) + 1)


def first_line(node: ast.stmt) -> int:
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])


def in_function(source: str, line: int) -> bool:
    """Whether a line runs when a function is called, not when its module is imported."""
    return any(
        isinstance(node, Function) and first_line(node.body[0]) <= line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
    )


def nearness(file: str, test: str) -> int:
    """How many words of a module's path the test's path has, too; two are as good as more."""
    module = set(re.split(r"[/_]", file.removesuffix(".py"))) - {"games", "accounts", ""}
    return min(2, len(module & set(re.split(r"[/_]", file_of(test).removesuffix(".py")))))


def rank(file: str, test: str, seconds: float) -> tuple[int, float]:
    """Near and quick tests first, then the long ones, then those with a browser."""
    if test.startswith(BROWSER):
        return 9, seconds
    return sum(seconds > each for each in STAGES) - nearness(file, test), seconds


def chosen(covering: Covering, place: Place, tests: set[str], budget: float) -> list[str]:
    """In the order in which to run them, as many as fit into so many recorded seconds."""
    ranks = {test: rank(place.file, test, covering.lasts(test)) for test in tests}
    picked: list[str] = []
    spent = 0.0
    for test in sorted(tests, key=lambda test: (ranks[test], test)):
        if not picked or spent + covering.lasts(test) <= budget:
            picked.append(test)
            spent += covering.lasts(test)
    return in_files(picked, ranks)


def in_files(picked: list[str], ranks: dict[str, tuple[int, float]]) -> list[str]:
    """Within a stage file by file, since tests of a file share what they start from."""
    order: dict[tuple[int, str], int] = {}
    for test in picked:
        order.setdefault((ranks[test][0], file_of(test)), len(order))
    return sorted(picked, key=lambda test: (ranks[test][0], order[ranks[test][0], file_of(test)]))
