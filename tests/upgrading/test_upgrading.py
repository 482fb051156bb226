"""A short `make upgrade`: the code of the release before and the code of now play together."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.upgrading import RELEASED
from tests.upgrading.__main__ import ROOT, has

HANDS = 5


@pytest.mark.slow
def test_the_release_before_and_this_code_play_together() -> None:
    if not has(RELEASED):
        pytest.skip(f"no commit {RELEASED} here: no repository, or a shallow clone")
    done = subprocess.run(
        [sys.executable, "-m", "tests.upgrading", "--hands", str(HANDS)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert "violations 0" in done.stdout
