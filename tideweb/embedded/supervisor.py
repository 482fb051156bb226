"""Starts the processes of one installation, keeps them alive, and stops them together.

Each is a fork of the process that calls `run` (tideweb.embedded.forks), which therefore must not
have threads: it forwards the output of its children in the same loop in which it watches them.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.context import ForkProcess
from typing import IO, Protocol

from tideweb.embedded.forks import ENDING, forked

TICK = 0.1
FIRST_PAUSE, MAX_PAUSE = 0.5, 30.0
HEALTHY_AFTER = 20.0  # seconds; a process that ran this long may be restarted at once
COLOURS = (36, 33, 32, 35, 34)
READ_SIZE = 2048  # bytes; with prefixes rarely more than a pipe takes without blocking


class Printer:
    """Prints whole lines, with a coloured name in front on a terminal."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def line(self, text: str, name: str = "", colour: int = 0) -> None:
        prefix = f"{name:<7}| " if name else ""
        if prefix and self._coloured:
            prefix = f"\x1b[{colour}m{prefix}\x1b[0m"
        try:
            self._stream.write(f"{prefix}{text}\n")
            self._stream.flush()
        except (OSError, ValueError):
            pass  # nobody reads the output any more; carry on

    def takes_more(self) -> bool:
        """Whether a line can be written without blocking, as on a paused pager."""
        try:
            return bool(select.select([], [self._stream.fileno()], [], 0)[1])
        except (OSError, ValueError):
            return True  # not a file, or closed


@dataclass
class Child:
    """A process. It is restarted whenever it ends, unless `once` is set."""

    name: str
    work: Callable[[], object]
    once: bool = False
    colour: int = 0
    process: ForkProcess | None = None
    ear: int | None = None  # the descriptor of its output
    begun: bytes = b""  # an incomplete line
    started: float = 0.0
    pause: float = FIRST_PAUSE
    due: float | None = field(default=0.0)  # when to start it next; None: never

    @property
    def done(self) -> bool:
        """Whether a `once` process has finished."""
        return self.once and self.process is None and self.due is None


class Supervisor:
    """Use it from the main thread only: it handles signals, and children die with that thread."""

    def __init__(self, children: Sequence[Child]) -> None:
        self.printer = Printer(sys.stdout)
        self._children = list(children)
        self._signals = 0
        for number, child in enumerate(self._children):
            child.colour = COLOURS[number % len(COLOURS)]

    @property
    def ending(self) -> bool:
        return self._signals > 0

    def listen(self) -> None:
        """Makes Ctrl-C, TERM and a closed terminal end `run`; a second signal hurries it."""
        for number in ENDING:
            signal.signal(number, self._heard)

    def _heard(self, _number: int, _frame: object) -> None:
        self._signals += 1

    def once_done(self) -> bool:
        """Whether all `once` processes have finished."""
        return all(child.done for child in self._children if child.once)

    def run(self, every_tick: Callable[[], None] = lambda: None) -> None:
        """Blocks until a signal arrives, then stops everything."""
        try:
            while not self.ending:
                for child in self._children:
                    self._tend(child)
                every_tick()
                self._copy(TICK)
        finally:
            self.stop()

    def _tend(self, child: Child) -> None:
        if child.process is None:
            if child.due is not None and time.monotonic() >= child.due:
                self._start(child)
        elif child.process.exitcode is not None and self.printer.takes_more():
            self._ended(child, child.process, child.process.exitcode)

    def _start(self, child: Child) -> None:
        child.started = time.monotonic()
        child.ear, mouth = os.pipe()
        child.process = forked(child.name, child.work, mouth, list(self._ears()))
        os.close(mouth)

    def _ears(self) -> dict[int, Child]:
        return {child.ear: child for child in self._children if child.ear is not None}

    def _copy(self, seconds: float) -> None:
        """Forwards output for some time. While our own output blocks, the children's does too."""
        ears = self._ears()
        if not ears or not self.printer.takes_more():
            time.sleep(seconds)
            return
        for ear in select.select(list(ears), [], [], seconds)[0]:
            self._hear(ears[ear], ear)

    def _hear(self, child: Child, ear: int) -> None:
        data = os.read(ear, READ_SIZE)
        *lines, child.begun = (child.begun + data).split(b"\n")
        if not data:
            lines, child.begun, child.ear = [child.begun] if child.begun else [], b"", None
            os.close(ear)
        for line in lines:
            self.printer.line(line.decode("utf-8", "replace").rstrip(), child.name, child.colour)

    def _hear_out(self, child: Child) -> None:
        """Forwards the remaining output of a process that has ended."""
        while child.ear is not None and self.printer.takes_more():
            if not select.select([child.ear], [], [], TICK)[0]:
                break
            self._hear(child, child.ear)
        if child.ear is not None:
            os.close(child.ear)
            child.ear = None

    def _ended(self, child: Child, process: ForkProcess, code: int) -> None:
        kill_group(process)  # any children it left behind
        self._hear_out(child)
        child.process = None
        if child.once:
            child.due = None
            if code:
                self.printer.line(f"ended with code {code}", child.name, child.colour)
            return
        if time.monotonic() - child.started > HEALTHY_AFTER:
            child.pause = FIRST_PAUSE
        self.printer.line(
            f"ended with code {code}; next start in {child.pause:.1f} s", child.name, child.colour
        )
        child.due = time.monotonic() + child.pause
        child.pause = min(child.pause * 2, MAX_PAUSE)

    def stop(self, patience: float = 8.0) -> None:
        """Asks all processes to stop; kills them after `patience` seconds or a second signal."""
        alive = [child.process for child in self._children if child.process is not None]
        for process in alive:
            process.terminate()
        until = time.monotonic() + patience
        while any(process.exitcode is None for process in alive):
            if time.monotonic() > until or self._signals > 1:
                break
            self._copy(TICK / 2)
        for process in alive:
            kill_group(process)
            process.join()
        for child in self._children:
            self._hear_out(child)


class Leader(Protocol):
    """A process group leader, however it was started."""

    @property
    def pid(self) -> int | None: ...


def kill_group(process: Leader) -> None:
    """Kills a child, which has its own session, and everything it started."""
    if process.pid is None:
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
