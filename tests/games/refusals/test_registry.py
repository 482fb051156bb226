"""One registry of refusals: what is raised is in it, what is in it is raised, and each is whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.utils.functional import Promise

from accounts.refusals import register
from games.refusals import REFUSALS, Refused

ROOT = Path(__file__).parents[3]
BLANK = re.compile(r"%\((\w+)\)s")
WORD = re.compile(r'"(\w+)"')
OTHERS = {"accounts/refusals.py", "games/refusals"}


@cache
def sources() -> dict[str, str]:
    """The code beside the registry itself, by file."""
    paths = [
        path for part in ("accounts", "games", "tideweb") for path in (ROOT / part).rglob("*.py")
    ]
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    return {
        name: path.read_text()
        for name, path in zip(names, paths, strict=True)
        if not name.startswith(tuple(OTHERS)) and "/migrations/" not in name
    }


@cache
def nodes(name: str) -> list[ast.AST]:
    """Parsed only where something is looked for: all of the code takes seconds."""
    return list(ast.walk(ast.parse(sources()[name])))


def codes_in(text: str) -> set[str]:
    return set(WORD.findall(text)) & set(REFUSALS)


def raised() -> Iterator[tuple[str, ast.Call]]:
    """Every `Refused(…)`, with where it stands."""
    for name in (name for name, text in sources().items() if "Refused(" in text):
        for node in nodes(name):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                yield f"{name}:{node.lineno}", node


def codes_of(call: ast.Call) -> list[str]:
    """The codes that it may have, as far as they are written where it stands."""
    return [
        node.value
        for node in ast.walk(call.args[0])
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def test_an_unknown_code_cannot_be_raised() -> None:
    with pytest.raises(KeyError):
        Refused("no_such_code")


def test_a_code_is_registered_once() -> None:
    with pytest.raises(ValueError, match="stale_hand"):
        register({"stale_hand": REFUSALS["stale_hand"]})


def test_all_that_is_raised_is_registered_and_fills_its_blanks() -> None:
    found = list(raised())
    assert len(found) > 150
    for place, call in found:
        given = {keyword.arg for keyword in call.keywords}
        for code in codes_of(call):
            assert code in REFUSALS, place
            refusal = REFUSALS[code]
            blanks = set(BLANK.findall(f"{refusal.sentence} {refusal.in_letter or ''}"))
            assert blanks <= given, f"{place}: {code} lacks {blanks - given}"


def test_all_that_is_registered_is_raised() -> None:
    assert set(REFUSALS) - codes_in("\n".join(sources().values())) == set()


def test_each_is_whole_and_translated_when_it_is_read() -> None:
    for code, refusal in REFUSALS.items():
        assert 400 <= refusal.status < 600, code
        assert isinstance(refusal.title, Promise), code
        assert isinstance(refusal.sentence, Promise), code
        assert str(refusal.title)[-1] not in ".!", code
        assert str(refusal.sentence)[-1] in ".s", code  # one ends with a reason


def test_there_is_no_other_table_of_codes() -> None:
    """A dictionary by codes beside the registry could disagree with it."""
    for name in (name for name, text in sources().items() if len(codes_in(text)) > 2):
        for node in nodes(name):
            if isinstance(node, ast.Dict):
                keys = {getattr(key, "value", None) for key in node.keys}
                assert len(keys & set(REFUSALS)) < 3, f"{name}:{node.lineno}"
