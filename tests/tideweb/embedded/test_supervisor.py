"""The supervisor with small processes; test_up.py starts the real ones.

These turn into a shell at once: what the test's own process holds is not for them.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tideweb.embedded.supervisor import Child, Printer, Supervisor

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")


def shell(script: str) -> Callable[[], object]:
    return partial(os.execvp, "sh", ["sh", "-c", script])


def family(*children: Child) -> tuple[Supervisor, io.StringIO]:
    supervisor = Supervisor(children)
    heard = io.StringIO()
    supervisor.printer = Printer(heard)
    return supervisor, heard


def run_until(supervisor: Supervisor, holds: Callable[[], object]) -> None:
    """As if somebody had pressed Ctrl-C when that holds, or after twenty seconds."""
    end = time.monotonic() + 20

    def look() -> None:
        if holds() or time.monotonic() > end:
            supervisor._heard(2, None)

    supervisor.run(look)


def ends(pid: int) -> bool:
    """Whether it is gone, or dead and unmourned, within a few seconds: signals take a moment."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_a_process_that_ends_is_started_again_after_a_pause() -> None:
    supervisor, heard = family(Child("brief", shell("echo here; exit 3")))
    began = time.monotonic()
    run_until(supervisor, lambda: heard.getvalue().count("next start") == 2)
    assert heard.getvalue().splitlines() == [
        "brief  | here",
        "brief  | ended with code 3; next start in 0.5 s",
        "brief  | here",
        "brief  | ended with code 3; next start in 1.0 s",
    ]
    assert time.monotonic() - began > 0.5


def test_a_process_that_is_to_run_once_runs_once() -> None:
    supervisor, heard = family(Child("demo", shell("echo made"), once=True))
    assert not supervisor.once_done()
    run_until(supervisor, supervisor.once_done)
    end = time.monotonic() + 0.7
    run_until(supervisor, lambda: time.monotonic() > end)
    assert heard.getvalue() == "demo   | made\n"


def test_a_process_that_will_not_end_is_ended_with_its_children(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = f"trap '' TERM; sleep 100 & echo $! > {note}; wait; wait"
    supervisor, _heard = family(Child("deaf", shell(script)))
    until = time.monotonic() + 5

    def look() -> None:
        if (note.exists() and note.read_text()) or time.monotonic() > until:
            supervisor._heard(2, None)
            supervisor._heard(2, None)  # pressed twice: hurry

    supervisor.run(look)
    assert ends(int(note.read_text()))


def test_colours_only_for_a_person() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, pipe = Terminal(), io.StringIO()
    Printer(terminal).line("text", "web", 36)
    Printer(pipe).line("text", "web", 36)
    assert terminal.getvalue() == "\x1b[36mweb    | \x1b[0mtext\n"
    assert pipe.getvalue() == "web    | text\n"


def test_a_closed_pipe_does_not_stop_the_printer() -> None:
    stream = io.StringIO()
    printer = Printer(stream)
    stream.close()
    printer.line("nobody reads this")
    assert stream.closed


def test_who_pauses_in_reading_holds_nobody_up_and_misses_nothing() -> None:
    supervisor, _heard = family(Child("talker", shell("echo told"), once=True))
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    filled = os.write(writing, b"." * 2**20)
    os.set_blocking(writing, True)
    os.set_blocking(reading, False)
    supervisor.printer = Printer(os.fdopen(writing, "w"))
    looks: list[bytes] = []

    def look() -> None:
        looks.append(os.read(reading, filled) if len(looks) == 3 else b"")
        if len(looks) == 9:
            supervisor._heard(2, None)

    supervisor.run(look)
    assert b"".join(looks) == b"." * filled
    assert os.read(reading, 100) == b"talker | told\n"
    os.close(reading)
