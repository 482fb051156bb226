"""Finds or fetches the Chromium that the browser tests drive. `make browser` runs this file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.packages import install, try_quietly

# The same engine without windows and menus: a third less work.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
REMEDY = (
    "No Chromium for the browser tests. Remedy: `apt-get install chromium` (or your system's "
    "package), or `.venv/bin/playwright install chromium`, or TIDEWEB_BROWSER=/path/to/chromium."
)


@cache
def find() -> str | None:
    """The path of an installed Chromium; None if there is none. Downloads nothing."""
    return next(iter(_candidates()), None)


def _candidates() -> Iterator[str]:
    if named := os.environ.get("TIDEWEB_BROWSER"):
        yield named
    yield from filter(None, map(shutil.which, NAMES))
    own = playwrights_own()
    if own.exists():
        yield str(own)


def playwrights_own() -> Path:
    """Where Playwright keeps its own download, whether it exists or not.

    Asked in a separate process, since Playwright leaves an event loop behind.
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
    """Finds a browser, or installs one as this machine allows. Returns its path, or None."""
    if "TIDEWEB_BROWSER" not in os.environ and not shutil.which(SHELL):
        install("a browser", SHELL)
    find.cache_clear()
    if not find():
        try_quietly("a browser", [sys.executable, "-m", "playwright", "install", "chromium"], 180)
        find.cache_clear()
    if not find():
        install("a browser", "chromium")
        find.cache_clear()
    return find()


if __name__ == "__main__":
    path = fetch()
    print(f"Browser: {path}" if path else REMEDY)  # noqa: T201
    sys.exit(bool(path is None and os.environ.get("CI") == "true"))
