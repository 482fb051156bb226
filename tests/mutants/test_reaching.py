"""The map says which lines a test came by, without a tracer."""

import json
from pathlib import Path

import pytest

from tests.mutants.covering import Covering
from tests.mutants.kept import Place
from tests.mutants.reaching import Marked, Notes

CODE = '''\
LEAST = 2


def doubled(number):
    """Twice as much."""
    if number > LEAST:
        return number * 2
    elif number < 0:
        return 0
    try:
        return int("one")
    except ValueError:
        return 1
'''
IMPORTS, STRANGER = 7, 8


@pytest.fixture
def covering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Covering:
    """Of a tree with that code alone, three tests that come by other lines of it, one that only
    imports it and one that has nothing to do with it."""
    monkeypatch.setattr("tests.mutants.reaching.TREE", tmp_path)
    code, words = tmp_path / "games/code.py", tmp_path / "map"
    code.parent.mkdir()
    words.mkdir()
    code.write_text(CODE)
    notes = Notes()
    module = type(pytest)("code")
    Marked("code", str(code), notes, {7, 9, 12}).exec_module(module)
    (tmp_path / "tests").mkdir()
    notes.end("")  # before the first test
    for number in (3, -1, 1, IMPORTS, STRANGER):
        if number < IMPORTS:
            module.doubled(number)
        text = "from games.code import LEAST" if number == IMPORTS else ""
        (tmp_path / f"tests/test_{number}.py").write_text(text)
        notes.end(f"tests/test_{number}.py::test|call")
        notes.seconds[f"tests/test_{number}.py::test"] = 1
    notes.write(words / "gw0.json")
    assert json.loads((words / "gw0.json").read_text())["failed"] == []
    return Covering(tmp_path, words)


@pytest.mark.parametrize(
    ("line", "numbers"), [(7, {3}), (9, {-1}), (12, {1}), (6, {3, -1, 1}), (1, {3, -1, 1, IMPORTS})]
)
def test_who_comes_by(covering: Covering, line: int, numbers: set[int]) -> None:
    """The first statement of a function is noted always; what is imported is everybody's."""
    assert covering.of(Place("games/code.py", line, 1)) == {
        f"tests/test_{number}.py::test" for number in numbers
    }


def test_nothing_that_was_compiled_with_notes_is_kept(covering: Covering, tmp_path: Path) -> None:
    assert not [*tmp_path.rglob("*.pyc")]
