"""A short `make faults`: kills, races and simultaneous bids on a Tideweb of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.proofs import PARTS, Report

ROOT = Path(__file__).resolve().parent.parent.parent
SHORT = ("--kills", "1", "--races", "5", "--hands", "5", "--seconds", "240")


@pytest.fixture
def own_servers() -> None:
    """By this name it begins early (tests/budget.py): it mostly waits."""


@pytest.mark.slow
@pytest.mark.usefixtures("own_servers")
def test_nothing_is_lost_when_parts_are_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", *SHORT],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=360,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    for part in PARTS:
        assert f"ok   kill -9 {part} while 8 bid: runs 1," in done.stdout
    assert "LOST" not in done.stdout


@pytest.mark.parametrize("found", [{"found": 3}, {"found": 5}, {"found": 4, "stuck": 1}])
def test_a_figure_that_should_be_another_is_a_loss(found: dict[str, int]) -> None:
    report = Report()
    report.line("bids", {"acked": 4, "stuck": 0, **found}, {"found": 4, "stuck": 0})
    assert report.losses
