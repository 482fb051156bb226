"""Which tests run a line, and how long each takes: from one run of them all, made before."""

from __future__ import annotations

import ast
import re
import statistics
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from coverage import CoverageData

from tests.mutants.kept import Place

Function = ast.FunctionDef | ast.AsyncFunctionDef
# Longer tests later, and whatever starts a browser last; in seconds.
STAGES = (0.2, 1, 5, 20)
BROWSER = "tests/browsing/"


class Covering:
    """The map of one tree: its coverage files (with a context for each test) and its report."""

    def __init__(self, tree: Path, maps: Iterable[Path], report: Path) -> None:
        self.tree = tree
        self.maps = [opened(path) for path in maps]
        self.files = set().union(*(each.measured_files() for each in self.maps))
        self.of_file: dict[str, set[str]] = defaultdict(set)
        for context in set().union(*(each.measured_contexts() for each in self.maps)) - {""}:
            self.of_file[file_of(context)].add(test_of(context))
        self.seconds, self.failed = reported(report)
        self.usual = statistics.median(self.seconds.values())
        self._lines: dict[str, dict[int, set[str]]] = {}

    def lasts(self, test: str) -> float:
        return self.seconds.get(key_of(test), self.usual)

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
        return {test for test in tests if key_of(test) not in self.failed}

    def lines(self, file: str) -> dict[int, set[str]]:
        """The contexts of each line; outside of all tests the empty one."""
        if file not in self._lines:
            known = self._lines[file] = defaultdict(set)
            for each in self.maps:
                for line, contexts in each.contexts_by_lineno(file).items():
                    known[line] |= set(contexts)
        return self._lines[file]

    def _at(self, file: str, lines: Iterable[int]) -> set[str]:
        known = self.lines(file)
        return set().union(*(known.get(line, set()) for line in lines))

    def _when_imported(self, file: str) -> set[str]:
        """What runs but once, when a module is imported, counts for all who use the module."""
        found: set[str] = set()
        for user in {file, *self._importers(file)}:
            source = (self.tree / user).read_text()
            inside = [line for line in self.lines(user) if in_function(source, line)]
            found |= {test_of(context) for context in self._at(user, inside) - {""}}
        return found | {
            test
            for tests_file, tests in self.of_file.items()
            if nearness(file, tests_file)
            for test in tests
        }

    def _importers(self, file: str) -> list[str]:
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        package, _, name = module.rpartition(".")
        imports = re.compile(
            rf"(from|import) {re.escape(module)}\b|from {re.escape(package)} import .*\b{name}\b"
        )
        return [each for each in self.files if imports.search((self.tree / each).read_text())]


def opened(path: Path) -> CoverageData:
    data = CoverageData(str(path))
    data.read()
    if not data.measured_contexts():
        raise SystemExit(f"{path} says nothing: make it with --cov-context=test")
    return data


def test_of(context: str) -> str:
    """`tests/x.py::test_y` of `tests/x.py::test_y|run`."""
    return context.rpartition("|")[0]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def key_of(test: str) -> tuple[str, str]:
    """As a report names a test: its modules and classes, dotted, and its own name."""
    path, bracket, parameters = test.partition("[")
    *modules, name = path.split("::")
    modules[0] = modules[0].removesuffix(".py").replace("/", ".")
    return ".".join(modules), name + bracket + parameters


def reported(report: Path) -> tuple[dict[tuple[str, str], float], set[tuple[str, str]]]:
    """How long each test took, and those that failed as it is: these prove nothing."""
    seconds, failed = {}, set()
    for case in ET.parse(report).iter("testcase"):
        key = case.get("classname", ""), case.get("name", "")
        seconds[key] = float(case.get("time", 0))
        if case.find("failure") is not None or case.find("error") is not None:
            failed.add(key)
    return seconds, failed


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
    picked, spent = [], 0.0
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
