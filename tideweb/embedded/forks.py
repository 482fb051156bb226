"""Runs a function in a process forked from one that has already imported everything.

Memory is shared and nothing is imported twice. The parent must not have threads, connections or an
event loop yet, since these don't survive a fork.
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
    """Starts the function in a new process and session.

    `mouth` is the file descriptor for its output; `ears` are those on which the parent reads the
    output of others, which the child must close.
    """
    watch = dies_with_parent(signal.SIGTERM)
    process = ForkProcess(name=name, target=_live, args=(name, work, watch, mouth, ears))
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # until the child drops our handlers
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
    os.setsid()  # Ctrl-C in the terminal reaches only the parent
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
