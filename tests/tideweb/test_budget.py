"""A test that costs too much fails by that; what several share, and what is marked, does not."""

import os
import subprocess
import sys
from pathlib import Path

from tests import sampling
from tests.database import ROOT

TESTS = """
import time

import pytest

from tests import budget

budget.MAX_SECONDS = 0.05


def spend(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


@pytest.fixture(scope="module")
def shared():
    spend(0.15)


@pytest.fixture
def own():
    spend(0.15)


def test_cheap():
    pass


def test_with_what_others_use_too(shared):
    pass


@pytest.mark.long
def test_marked():
    spend(0.15)


def test_dear():
    spend(0.15)


def test_dear_to_set_up(own):
    pass
"""


def test_who_fails(tmp_path: Path) -> None:
    (tmp_path / "test_costs.py").write_text(TESTS, "utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.budget", "-p", "no:django"),
            *("-p", "no:cacheprovider", f"--rootdir={tmp_path}", "--strict-markers", tmp_path),
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
        # Without a limit where all cases are tried. The plugins of all packages take longer than
        # these tests.
        env={
            **{name: value for name, value in os.environ.items() if name != sampling.WHOLE},
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
    )  # fmt: skip
    assert "2 failed, 3 passed" in done.stdout, done.stdout
    assert "s of processor time; " in done.stdout
    assert all(f"::{name}" in done.stdout for name in ("test_dear", "test_dear_to_set_up"))
