"""Collects translatable texts with GNU gettext, in a copy of the source."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import chdir
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
    """Runs makemessages on a copy of the source in the empty folder `copy`; returns its output.

    In this process, since another would compile the copy in order to import it.
    """
    from django.core.management import call_command  # the commands of this module need no Django
    from django.test import override_settings

    for name in SAID_IN:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.pyc", "static"))
    shutil.copy(ROOT / "manage.py", copy)
    (copy / "locale").mkdir()
    with chdir(copy), override_settings(LOCALE_PATHS=[copy / "locale"]):
        call_command("makemessages", locale=["de"], verbosity=0)
    with (copy / "locale/de/LC_MESSAGES/django.po").open("rb") as stream:
        return read_po(stream)


if __name__ == "__main__":
    found = fetch()
    print(f"gettext: {shutil.which('xgettext')}" if found else REMEDY)  # noqa: T201
    sys.exit(bool(not found and os.environ.get("CI") == "true"))
