"""Where the embedded installation stores its files, and the secrets it creates on its first run.

`var/` (TIDEWEB_VAR) holds everything, with two possible exceptions: the database if root started us
(PostgreSQL refuses to run as root, so another user must be able to access its folder), and its
socket, whose path must not exceed 107 bytes.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pwd
import secrets
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

USER = DATABASE = "tideweb"
PORT = 5432  # only part of the socket's name; the server opens no network port
MAX_SOCKET_FOLDER_LENGTH = 107 - len("/.s.PGSQL.5432")


@dataclass(frozen=True)
class Owner:
    """The unprivileged user that runs PostgreSQL for root."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Place:
    """The folders of one embedded installation."""

    var: Path
    home: Path  # PostgreSQL: data, log, a copy of the binaries when needed
    socket: Path
    owner: Owner | None  # None: the current user runs PostgreSQL


def place_for(var: Path) -> Place:
    """Decides where the database of `var` lives, without touching the disk."""
    var = var.absolute()
    owner = server_owner()
    key = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    home = var / "postgres"
    if owner is not None and not walkable(var):
        home = Path("/var/lib/tideweb") / key
    socket = home / "run"
    if len(os.fsencode(socket)) > MAX_SOCKET_FOLDER_LENGTH:
        uid = os.getuid() if owner is None else owner.uid
        # Not TMPDIR's: that differs between a terminal and cron, and may itself be too long.
        socket = Path("/tmp") / f"tideweb-{uid}-{key}"  # noqa: S108 - its owner is checked
    return Place(var, home, socket, owner)


def database(var: Path, kept: Mapping[str, str]) -> dict[str, Any]:
    """Django's settings for the embedded database."""
    return {
        "HOST": str(place_for(var).socket),
        "PORT": str(PORT),
        "USER": USER,
        "PASSWORD": kept["DATABASE_PASSWORD"],
        "NAME": DATABASE,
    }


def server_owner() -> Owner | None:
    """For root, an unprivileged user with an entry in passwd (initdb needs it); otherwise None."""
    if os.getuid() != 0:
        return None
    for name in ("nobody", "daemon"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Owner(entry.pw_uid, entry.pw_gid)
    raise RuntimeError("PostgreSQL cannot run as root, and this system has no user 'nobody'.")


def walkable(path: Path) -> bool:
    """Whether any user may traverse the existing folders of `path`."""
    return all(
        folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents) if folder.exists()
    )


def secrets_of(var: Path) -> dict[str, str]:
    """The secrets of an embedded installation, created on the first call.

    They are in `var/secrets.env`, which only its owner can read. Without that file no card can be
    decrypted, so a backup needs it as much as the database.
    """
    file = var / "secrets.env"
    if not file.exists():
        _write_once(file, _fresh_secrets())
    lines = file.read_text(encoding="ascii").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def _fresh_secrets() -> str:
    seal_key = base64.b64encode(secrets.token_bytes(32)).decode("ascii")
    return (
        f"SECRET_KEY={secrets.token_urlsafe(50)}\n"
        f"TIDEWEB_SEAL_KEYS=k1:{seal_key}\n"
        f"DATABASE_PASSWORD={secrets.token_urlsafe(24)}\n"
    )


def _write_once(file: Path, text: str) -> None:
    """Creates the file atomically; if another process was first, keeps its content."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=".secrets-")  # mode 0600
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
