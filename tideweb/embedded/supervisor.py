"""Starts the processes of one installation, keeps them alive, and ends them all together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from tideweb.embedded.processes import dies_with_parent

TICK = 0.1
FIRST_PAUSE, MAX_PAUSE = 0.5, 30.0
HEALTHY_AFTER = 20.0  # a process that lived so long may be restarted at once again
COLOURS = (36, 33, 32, 35, 34)
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Printer:
    """Whole lines from several threads; a coloured name in front if a person is looking."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def line(self, text: str, name: str = "", colour: int = 0) -> None:
        prefix = f"{name:<7}| " if name else ""
        if prefix and self._coloured:
            prefix = f"\x1b[{colour}m{prefix}\x1b[0m"
        with self._lock:
            try:
                self._stream.write(f"{prefix}{text}\n")
                self._stream.flush()
            except (OSError, ValueError):
                pass  # nobody listens any more, but the game goes on


@dataclass
class Child:
    """One process. `once`: it does its work and ends; anything else that ends is restarted."""

    name: str
    command: Sequence[str]
    once: bool = False
    colour: int = 0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    due: float | None = field(default=0.0)  # when to start it next; None: never

    @property
    def done(self) -> bool:
        """It was to run once and has."""
        return self.once and self.process is None and self.due is None


class Supervisor:
    """Use from the main thread only: it owns the signals, and the children watch its life."""

    def __init__(
        self,
        children: Sequence[Child],
        environment: Mapping[str, str],
        folder: str,
        keep_open: Sequence[int] = (),
    ) -> None:
        self.printer = Printer(sys.stdout)
        self._children = list(children)
        self._environment = dict(environment)
        self._folder = folder
        self._keep_open = keep_open
        self._signals = 0
        for number, child in enumerate(self._children):
            child.colour = COLOURS[number % len(COLOURS)]

    @property
    def ending(self) -> bool:
        return self._signals > 0

    def listen(self) -> None:
        """From now on Ctrl-C, TERM and a closed terminal end `run`; a second one hurries."""
        for number in ENDING:
            signal.signal(number, self._heard)

    def _heard(self, _number: int, _frame: object) -> None:
        self._signals += 1

    def once_done(self) -> bool:
        """Whether all that was to run once has run."""
        return all(child.done for child in self._children if child.once)

    def run(self, every_tick: Callable[[], None] = lambda: None) -> None:
        """Blocks until a signal, then ends everything."""
        try:
            while not self.ending:
                for child in self._children:
                    self._tend(child)
                every_tick()
                time.sleep(TICK)
        finally:
            self.stop()

    def _tend(self, child: Child) -> None:
        if child.process is None:
            if child.due is not None and time.monotonic() >= child.due:
                self._start(child)
        elif child.process.poll() is not None:
            self._ended(child, child.process)

    def _start(self, child: Child) -> None:
        child.started = time.monotonic()
        child.process = subprocess.Popen(
            child.command,
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=self._keep_open,
            start_new_session=True,  # Ctrl-C in the terminal reaches us alone
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )
        threading.Thread(target=self._copy, args=(child, child.process), daemon=True).start()

    def _copy(self, child: Child, process: subprocess.Popen[bytes]) -> None:
        for raw in process.stdout or ():
            text = raw.decode("utf-8", "replace").rstrip()
            self.printer.line(text, child.name, child.colour)

    def _ended(self, child: Child, process: subprocess.Popen[bytes]) -> None:
        kill_group(process)  # whatever it left behind
        child.process, code = None, process.returncode
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
        """Ask everybody to end; after `patience` seconds, or a second signal, do it for them."""
        alive = [child.process for child in self._children if child.process is not None]
        for process in alive:
            process.send_signal(signal.SIGTERM)
        until = time.monotonic() + patience
        while any(process.poll() is None for process in alive):
            if time.monotonic() > until or self._signals > 1:
                break
            time.sleep(TICK / 2)
        for process in alive:
            kill_group(process)
            process.wait()


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a child (a session of its own) and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
