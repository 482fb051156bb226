"""Small truths about Linux processes that the supervisor and the database server share."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15


def dies_with_parent(signal_number: int = signal.SIGTERM) -> Callable[[], None]:
    """A `preexec_fn`: the kernel sends the child this signal when its parent is gone.

    So not even `kill -9` of the supervisor leaves orphans. Linux only; elsewhere it does nothing.
    The kernel looks at the *thread* that forked: call Popen from a thread that lives on.
    """
    parent = os.getpid()
    libc = _libc()

    def ask() -> None:
        if libc is None:
            return
        libc.prctl(PR_SET_PDEATHSIG, signal_number)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return ask


def named(name: str) -> None:
    """What `ps -o comm`, top and pgrep call this process: 15 bytes of it, and on Linux only."""
    if libc := _libc():
        libc.prctl(PR_SET_NAME, name.encode(), 0, 0, 0)


def _libc() -> ctypes.CDLL | None:
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
