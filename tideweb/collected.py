"""Whether `collectstatic` has been run since the static files last changed."""

import filecmp
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

MANIFEST = "staticfiles.json"


def outdated() -> list[str]:
    """The static files that are missing in STATIC_ROOT or differ there, and its list of them."""
    root = Path(settings.STATIC_ROOT)
    lists = [] if (root / MANIFEST).is_file() else [MANIFEST]
    found = {name: storage for finder in finders.get_finders() for name, storage in finder.list([])}
    return lists + [
        name for name, storage in sorted(found.items()) if _differs(storage.path(name), root / name)
    ]


def _differs(source: str, copy: Path) -> bool:
    return not copy.is_file() or not filecmp.cmp(source, copy, shallow=False)
