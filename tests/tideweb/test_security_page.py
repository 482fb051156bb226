"""docs/security.md names tests that there are, and counts its lines rightly.

Planted: a test renamed, a line marked "met" that was not counted.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

from django.conf import settings

HOUSE = Path(settings.BASE_DIR)
PAGE = (HOUSE / "docs" / "security.md").read_text(encoding="utf-8")
LINE = re.compile(
    r"^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([a-z ]+) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE
)
STATES = {"met", "partly", "not met", "operator"}


@cache
def functions_of(file: str) -> set[str]:
    tree = ast.parse((HOUSE / file).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def named() -> list[tuple[str, str]]:
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


def test_every_test_that_is_named_exists() -> None:
    assert len(named()) > 100
    gone = [
        f"{file}::{name}"
        for file, name in named()
        if not (HOUSE / file).is_file() or name not in functions_of(file)
    ]
    assert gone == []


def test_whatever_looks_like_a_test_is_read_as_one() -> None:
    assert PAGE.count("::test_") == len(named())


def test_the_sums_are_those_of_the_lines() -> None:
    lines = LINE.findall(PAGE)
    assert len(lines) == len(re.findall(r"^\| \d", PAGE, re.MULTILINE))
    states = Counter(state for _number, state, _tests in lines)
    data = dict(
        re.findall(r"^\| (met|partly|not met|operator|all) \| (\d+) \|", PAGE, re.MULTILINE)
    )
    assert {state: int(count) for state, count in data.items()} == {**states, "all": len(lines)}
    assert set(states) == STATES
    bare = sum(state == "met" and tests == "–" for _number, state, tests in lines)
    assert f"(–: {bare} of those" in PAGE


def test_each_line_stands_once_in_the_order_of_its_numbers() -> None:
    numbers = [tuple(map(int, line[0].split("."))) for line in LINE.findall(PAGE)]
    assert numbers == sorted(set(numbers))
