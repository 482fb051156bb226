"""The release of before and the code of now at once, on the schema of now: `make upgrade`.

Web and worker of both answer while hands are played, as during an upgrade of several machines.
What people were told is judged by the checker of `make faults`, hands must go on, and no process of
either may fail. What the
code of now has offered must be taken; the one of before may have offered a card that was gone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from aiosmtpd.controller import Controller

from tests.accounts.sink import Sink
from tests.asking import positive
from tests.brokers import free_port
from tests.upgrading import RELEASED, UNKNOWN_TO_IT
from tideweb.embedded.processes import dies_with_parent

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
NEEDED = ("accounts", "games", "templates", "tideweb")  # its players read English
TABLES, SEATS = 3, 3
LETTERS = 30.0  # seconds for the last letters


def has(commit: str) -> bool:
    """Whether that commit is here; a shallow clone has it not, and a folder without git none."""
    found = subprocess.run(
        ["git", "cat-file", "-e", f"{commit}^{{commit}}"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    return found.returncode == 0


def code_of(commit: str) -> Path:
    """What that commit runs by, in a folder of its own.  Ends where there is none."""
    command = ["git", "archive", commit, *NEEDED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{commit} is no commit here; name the release of before: make upgrade OLD=v1.2")
    folder = Path(tempfile.mkdtemp(prefix="tideweb-before-"))
    # Debian's Python 3.11 has a tarfile without filters.
    subprocess.run(["tar", "--extract", "--directory", str(folder)], input=done.stdout, check=True)
    return folder


class Processes:
    """Web and worker of one version; PYTHONPATH, since the virtual environment names another."""

    def __init__(self, folder: Path, name: str) -> None:
        self.port, self.log = free_port(), Path(tempfile.mkstemp(prefix=f"{name}-")[1])
        self._folder, self._running = folder, list[subprocess.Popen[bytes]]()

    def start(self) -> None:
        self._spawn("granian", "tideweb.wsgi:application", "--interface", "wsgi", "--no-ws",
                    "--port", str(self.port), "--blocking-threads", "4")  # fmt: skip
        self._spawn("celery", "--app", "tideweb", "worker", "--concurrency", "2",
                    "--without-gossip", "--without-mingle", "--without-heartbeat")  # fmt: skip

    def _spawn(self, program: str, *args: str) -> None:
        with self.log.open("ab") as log:
            self._running.append(
                subprocess.Popen(
                    [str(BIN / program), *args],
                    cwd=self._folder,
                    env={**os.environ, "PYTHONPATH": str(self._folder), "LOG_FORMAT": "json"},
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    preexec_fn=dies_with_parent(15),
                )
            )

    def dead(self) -> int:
        return sum(process.poll() is not None for process in self._running)

    def stop(self) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.wait(60)

    def errors(self) -> list[str]:
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return [line[:300] for line in lines if '"level": "error"' in line]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", default=RELEASED, help="the release of before")
    parser.add_argument("--hands", type=positive, default=40)
    given = parser.parse_args()
    with ExitStack() as end:
        before = code_of(given.old)
        end.callback(shutil.rmtree, before, ignore_errors=True)
        sink = _mail_server(end)
        _environment(end, sink.port)
        wrong = _play(before, given.hands, sink, end)
    sys.exit(1 if wrong else 0)


def _mail_server(end: ExitStack) -> Sink:
    sink = Sink(free_port())
    server = Controller(sink, hostname="127.0.0.1", port=sink.port)
    server.start()
    end.callback(server.stop)
    return sink


def _environment(end: ExitStack, smtp: int) -> None:
    from tests import database, pgplugin

    server = database.ThrownAway()
    end.callback(server.remove)
    server.start()
    os.environ |= {**pgplugin.ENVIRONMENT, "DATABASE_URL": server.url, "SWEEP_SECONDS": "2"}
    os.environ |= {"LOG_LEVEL": "INFO", "EMAIL_URL": f"smtp://127.0.0.1:{smtp}"}
    os.environ |= {"API_RATE_PERSON": "1000000/min", "DJANGO_SETTINGS_MODULE": "tideweb.settings"}
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    connection.close()


def _play(before: Path, hands: int, sink: Sink, end: ExitStack) -> bool:
    from tests.cluster.players import Playing

    both = [Processes(before, "before"), Processes(ROOT, "now")]
    for each in both:
        each.start()
        end.callback(each.stop)
    ports = [each.port for each in both]
    deadline = time.monotonic() + 300
    with Playing(ports) as playing:
        for _table in range(TABLES):
            playing.seat(SEATS)
        while playing.hands() < hands and time.monotonic() < deadline:
            time.sleep(0.5)
    playing.begins = {
        game: replace(begin, overlooked=UNKNOWN_TO_IT) for game, begin in playing.begins.items()
    }
    violations = playing.judged(sink, LETTERS)
    strange = [one for player in playing.players for one in player.strange]
    of_before = [one for one in strange if (one.shown_by, one.code) == (ports[0], "illegal")]
    errors = [line for each in both for line in each.errors()]
    figures = {
        "hands": playing.hands(), "confirmed": playing.confirmed, "letters": len(sink.mails),
        "violations": len(violations),
        "strange": len(strange) - len(of_before),
        "offered in vain by the code of before": len(of_before), "errors": len(errors),
        "dead": sum(each.dead() for each in both),
    }  # fmt: skip
    print(", ".join(f"{name} {value}" for name, value in figures.items()))  # noqa: T201 - a command
    lines = [*(f"VIOLATION {each}" for each in violations), *strange[:5], *errors[:5]]
    print("\n".join(map(str, lines)))  # noqa: T201 - a command
    few = figures["hands"] < hands
    return few or any(figures[name] for name in ("violations", "strange", "errors", "dead"))


if __name__ == "__main__":
    main()
