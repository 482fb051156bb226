"""The nginx of the front, for the tests of it; root has it installed by `make test`."""

import os
import shutil

from tests.packages import install

REMEDY = "No nginx. Remedy: `apt-get install nginx-light` (or your system's package)."


def find() -> str | None:
    return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def binary() -> str:
    found = find()
    assert found, REMEDY
    return found


def fetch() -> bool:
    """Find it, or have root's system install it (it is not started); whether it is there now."""
    if not find():
        install("an nginx", "nginx-light")
    return find() is not None
