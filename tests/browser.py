"""Finds or fetches the Chromium that the browser tests drive. `make browser` runs this file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
REMEDY = (
    "No Chromium for the browser tests. Remedy: `apt-get install chromium` (or your system's "
    "package), or `.venv/bin/playwright install chromium`, or TIDEWEB_BROWSER=/path/to/chromium."
)


@cache
def find() -> str | None:
    """The path of a Chromium that is there, or None. Downloads nothing."""
    return next(iter(_candidates()), None)


def _candidates() -> Iterator[str]:
    if named := os.environ.get("TIDEWEB_BROWSER"):
        yield named
    yield from filter(None, map(shutil.which, NAMES))
    own = playwrights_own()
    if own.exists():
        yield str(own)


def playwrights_own() -> Path:
    """Where Playwright keeps its own download, whether or not it has been made.

    Asked in a process of its own, since Playwright leaves an event loop behind.
    """
    script = (
        "from playwright.sync_api import sync_playwright as s\n"
        "with s() as p: print(p.chromium.executable_path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    return Path(done.stdout.strip() or "/nonexistent")


def fetch() -> str | None:
    """Find a browser, or get one by what this machine allows. The path, or None."""
    if not find():
        try_quietly("a browser", [sys.executable, "-m", "playwright", "install", "chromium"], 180)
        find.cache_clear()
    if not find() and os.getuid() == 0 and shutil.which("apt-get"):
        try_quietly("a browser", ["apt-get", "update", "-qq"], 180)
        install = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium"]
        try_quietly("a browser", install, 600)
        find.cache_clear()
    return find()


def try_quietly(what: str, command: list[str], seconds: float) -> None:
    """Run a command that may bring `what`; whether it did shows by looking again."""
    print(f"Looking for {what}:", " ".join(command), flush=True)  # noqa: T201
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, check=False, timeout=seconds, env=quiet, capture_output=True)
    except (OSError, subprocess.TimeoutExpired):
        return


if __name__ == "__main__":
    path = fetch()
    print(f"Browser: {path}" if path else REMEDY)  # noqa: T201
    sys.exit(bool(path is None and os.environ.get("CI") == "true"))
