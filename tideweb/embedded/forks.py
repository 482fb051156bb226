"""A function in a process of its own, forked from one that has imported everything.

What both have in memory is there once, and nothing is imported twice.  Whoever forks must have no
thread, no connection and no event loop yet: those do not come along.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from multiprocessing.context import ForkProcess

from tideweb.embedded.processes import dies_with_parent, named

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def forked(
    name: str, work: Callable[[], object], mouth: int | None = None, ears: Sequence[int] = ()
) -> ForkProcess:
    """Starts it, in a session of its own.

    `mouth`: a descriptor that takes what it says.  `ears`: those on which its parent listens to the
    others, which it must not hold open.
    """
    watch = dies_with_parent(signal.SIGTERM)
    process = ForkProcess(name=name, target=_live, args=(name, work, watch, mouth, ears))
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # until it no longer has the parent's handlers
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    return process


def _live(
    name: str,
    work: Callable[[], object],
    watch: Callable[[], None],
    mouth: int | None,
    ears: Sequence[int],
) -> None:
    os.setsid()  # Ctrl-C in the terminal reaches the parent alone
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    watch()
    named(f"tideweb {name}")
    for ear in ears:
        os.close(ear)
    if mouth is not None:
        _speak_into(mouth)
    work()


def _speak_into(mouth: int) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    for number in (1, 2):
        os.dup2(mouth, number)
    os.close(mouth)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
