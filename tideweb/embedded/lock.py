"""Allows only one `manage.py up` per installation."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path


class Held(Exception):
    """Another run holds the lock; the message says which."""


def take(file: Path, patience: float = 15.0) -> int:
    """Locks `file` until the returned descriptor is closed everywhere; the caller keeps it open.

    Children that inherit the descriptor hold the lock too: after a `kill -9` of their parent the
    next run waits until the last of them is gone. Raises `Held` at once if the parent is alive.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
            if _alive(holder) or time.monotonic() > until:
                os.close(descriptor)
                raise Held(
                    f"Tideweb already runs on {file.parent} (process {holder or 'unknown'}). "
                    "Use that one, or end it first, or set TIDEWEB_VAR to another folder."
                ) from None
            time.sleep(0.1)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
    return descriptor


def _alive(holder: str) -> bool:
    if not holder.isdigit():
        return False
    try:
        os.kill(int(holder), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
