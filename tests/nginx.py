"""The nginx of the front, for the tests of it; root has it installed by `make test`."""

import os
import shutil

from tests.browser import try_quietly

REMEDY = "No nginx. Remedy: `apt-get install nginx-light` (or your system's package)."


def find() -> str | None:
    return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def binary() -> str:
    found = find()
    assert found, REMEDY
    return found


def fetch() -> bool:
    """Find it, or have root's system install it (it is not started); whether it is there now."""
    if not find() and os.getuid() == 0 and shutil.which("apt-get"):
        try_quietly("an nginx", ["apt-get", "update", "-qq"], 180)
        install = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "nginx-light"]
        try_quietly("an nginx", install, 300)
    return find() is not None
