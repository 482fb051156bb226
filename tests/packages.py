"""Installs system packages for the tests, as root on Debian and its derivatives."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache


def install(what: str, package: str) -> None:
    """Tries to install a package; the caller has to check for the result."""
    if os.getuid() == 0 and shutil.which("apt-get"):
        _refresh()
        try_quietly(
            what, ["apt-get", "install", "-qq", "-y", "--no-install-recommends", package], 600
        )


@cache
def _refresh() -> None:
    try_quietly("packages", ["apt-get", "update", "-qq"], 180)


def try_quietly(what: str, command: list[str], seconds: float) -> None:
    """Runs a command that may install `what`."""
    print(f"Looking for {what}:", " ".join(command), flush=True)  # noqa: T201
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, check=False, timeout=seconds, env=quiet, capture_output=True)
    except (OSError, subprocess.TimeoutExpired):
        return
