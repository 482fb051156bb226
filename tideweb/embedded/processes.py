"""Linux process helpers for the supervisor and the database server."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15


def dies_with_parent(signal_number: int = signal.SIGTERM) -> Callable[[], None]:
    """A `preexec_fn` that makes the kernel send the child this signal when its parent dies.

    So not even `kill -9` of the supervisor leaves orphans. Linux only; a no-op elsewhere. The
    kernel watches the *thread* that forked, so call Popen from a long-lived thread.
    """
    parent = os.getpid()
    libc = _libc()

    def ask() -> None:
        if libc is None:
            return
        libc.prctl(PR_SET_PDEATHSIG, signal_number)
        if os.getppid() != parent:  # it has died before we could ask
            os._exit(1)

    return ask


def named(name: str) -> None:
    """Sets the process name shown by `ps -o comm`, top and pgrep (15 bytes; Linux only)."""
    if libc := _libc():
        libc.prctl(PR_SET_NAME, name.encode(), 0, 0, 0)


def _libc() -> ctypes.CDLL | None:
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
