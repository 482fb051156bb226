"""The simulation uses a temporary database, whatever the operator's environment says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.database import new_folder

ROOT = Path(__file__).resolve().parents[2]
FEW = ("--people", "3", "--games", "1", "--seats", "3", "--days", "1")


@pytest.mark.slow
def test_a_simulation_touches_nothing_of_ours() -> None:
    var = new_folder("tideweb-var-")
    elsewhere = {
        "TIDEWEB_VAR": str(var),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
        "EMAIL_URL": "smtp://127.0.0.1:1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.club", *FEW],
        cwd=ROOT,
        env={**os.environ, **elsewhere},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "stale letters           0" in done.stdout
    assert list(var.iterdir()) == []
    var.rmdir()
