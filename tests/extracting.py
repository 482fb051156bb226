"""Collects translatable texts with GNU gettext, in a copy of the source."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.packages import install

ROOT = Path(__file__).resolve().parents[1]
SAID_IN = ("accounts", "games", "templates", "tideweb")
REMEDY = (
    "No GNU gettext, so no test that every text was collected for translation. Remedy: "
    "`apt-get install gettext` (or your system's package)."
)


def have_gettext() -> bool:
    """Whether `manage.py makemessages` works here."""
    return all(map(shutil.which, ("xgettext", "msguniq", "msgmerge", "msgattrib")))


def fetch() -> bool:
    """Finds GNU gettext or, as root, installs it; returns whether it is there."""
    if not have_gettext():
        install("gettext", "gettext")
    return have_gettext()


def extract(copy: Path) -> Catalog:
    """Runs makemessages on a copy of the source in the empty folder `copy`; returns its output."""
    for name in SAID_IN:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.pyc", "static"))
    shutil.copy(ROOT / "manage.py", copy)
    (copy / "locale").mkdir()
    command = [sys.executable, "manage.py", "makemessages", "-l", "de"]
    subprocess.run(command, cwd=copy, check=True, capture_output=True, timeout=120)
    with (copy / "locale/de/LC_MESSAGES/django.po").open("rb") as stream:
        return read_po(stream)


if __name__ == "__main__":
    found = fetch()
    print(f"gettext: {shutil.which('xgettext')}" if found else REMEDY)  # noqa: T201
    sys.exit(bool(not found and os.environ.get("CI") == "true"))
