"""nginx for the tests of the front; as root, `make test` installs it."""

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
    """Finds nginx or, as root, installs it without starting it; returns whether it is there."""
    if not find():
        install("an nginx", "nginx-light")
    return find() is not None
