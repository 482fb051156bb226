"""A sample has some of every kind, and is the same wherever it is drawn by the same seed."""

import os
import subprocess
import sys

import pytest

from tests import chance, sampling

CASES = [f"{letter}{number}" for letter in "abc" for number in range(40)]


@pytest.fixture(autouse=True)
def _sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(sampling.WHOLE, raising=False)
    monkeypatch.setenv(chance.SEED, "1")


def drawn(most: int = 1) -> list[str]:
    return sampling.sample(CASES, kind=lambda case: case[0], most=most)


def test_of_each_kind_as_many_as_asked_for_in_their_order() -> None:
    assert [case[0] for case in drawn()] == ["a", "b", "c"]
    assert [case[0] for case in drawn(3)] == [*"aaabbbccc"]
    assert drawn(3) == [case for case in CASES if case in drawn(3)]
    assert drawn(99) == CASES


def test_another_seed_draws_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first = drawn(3)
    monkeypatch.setenv(chance.SEED, "2")
    assert drawn(3) != first


def test_asked_for_all_all_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sampling.WHOLE, "1")
    assert drawn() == CASES


def test_another_process_draws_the_same() -> None:
    asked = "from tests.tideweb.test_sampling import drawn; print(*drawn(3))"
    environment = os.environ | {"PYTHONHASHSEED": "5"}
    found = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=environment
    )
    assert found.stdout.split() == drawn(3)
