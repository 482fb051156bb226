"""A short `make faults`: kills on a small Tideweb of its own, and people who play meanwhile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.planted import PLANTED
from tests.simulate.planting import Planted, changed, function_at

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.slow
@pytest.mark.redis
def test_nothing_is_lost_when_parts_are_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", "--short", "--seconds", "120"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert "Nothing was lost." in done.stdout
    for part in ("a web", "a worker", "the database"):
        assert f"1 x kill {part}: play went on" in done.stdout
    assert "VIOLATION" not in done.stdout


def test_twenty_faults_can_be_planted_in_a_stack() -> None:
    assert len({planted.name for planted in PLANTED}) >= 20


@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_each_of_them_fits_its_function(planted: Planted) -> None:
    assert changed(planted).co_code != function_at(planted.where).__code__.co_code
