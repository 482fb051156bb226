from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from tideweb.embedded import lock


def test_a_second_run_is_told_which_one_is_first(tmp_path: Path) -> None:
    first = lock.take(tmp_path / "up.lock")
    with pytest.raises(lock.Held, match=f"already runs on .*process {os.getpid()}"):
        lock.take(tmp_path / "up.lock")
    os.close(first)
    os.close(lock.take(tmp_path / "up.lock"))


def test_waits_for_the_children_of_a_run_that_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "up.lock"
    held = lock.take(file)
    child = subprocess.Popen(["sleep", "0.5"], pass_fds=[held])
    os.close(held)
    file.write_text("999999999\n")  # the parent is gone
    before = time.monotonic()
    os.close(lock.take(file))
    assert child.wait() == 0
    assert time.monotonic() - before > 0.2
