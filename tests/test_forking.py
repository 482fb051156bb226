"""Several processes run the tests that one has found; what dies costs only what it was at."""

import subprocess
import sys
from pathlib import Path

from tests.database import ROOT

TESTS = """
import os
from pathlib import Path

import pytest

from tests import forking

SEEN = Path(__file__).with_name("seen")
with SEEN.open("a") as seen:
    seen.write(f"found by {forking.name()}\\n")


@pytest.fixture(scope="module", autouse=True)
def shared():
    yield
    with SEEN.open("a") as seen:
        seen.write("left\\n")


@pytest.mark.parametrize("number", range(20))
def test_fine(number, tmp_path):
    with SEEN.open("a") as seen:
        seen.write(f"run {number}\\n")


def test_that_is_wrong():
    print("what it said")
    assert 1 == 2


def test_that_kills_its_process():
    os._exit(3)


def test_not_here():
    pytest.skip("because")


@pytest.mark.parametrize("number", range(20, 30))
def test_after_all_that(number):
    test_fine(number, None)
"""


def test_all_run_once_and_one_that_dies_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_planted.py").write_text(TESTS, "utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n", "3", "-p", "no:xdist", "-p", "no:django"),
            *("-p", "tests.budget", "-p", "tests.forking", "-p", "no:cacheprovider"),
            *(f"--rootdir={tmp_path}", tmp_path),
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "2 failed, 30 passed, 1 skipped" in done.stdout, done.stdout + done.stderr
    assert "The process at it died (3)" in done.stdout
    assert "what it said" in done.stdout
    seen = (tmp_path / "seen").read_text("utf-8").splitlines()
    assert [line for line in seen if line.startswith("found")] == ["found by None"]
    assert sorted(int(line[4:]) for line in seen if line.startswith("run")) == list(range(30))
    assert seen.count("left") >= 1
