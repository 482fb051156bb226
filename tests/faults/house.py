"""A complete Tideweb, started by `manage.py up`, and ways to kill its parts."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.brokers import free_port
from tideweb.embedded.place import Place, place_for
from tideweb.embedded.processes import dies_with_parent

ROOT = Path(__file__).resolve().parent.parent.parent
OUTSIDE = ("DATABASE_URL", "CELERY_BROKER_URL", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_BACKEND")
NAMES = {"web": b"tideweb web", "worker": b"tideweb worker"}
STARTING = 120.0


class House:
    """One installation in a temporary folder; this process can read its database, too.

    Create it before anything of Django is imported: it sets the environment variables that the
    settings read.
    """

    def __init__(self) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="tideweb-faults-"))
        self.var.chmod(0o711)
        self.port, self.sink_port = free_port(), free_port()
        self.site = f"http://127.0.0.1:{self.port}"
        for name in OUTSIDE:
            os.environ.pop(name, None)
        os.environ |= {
            "TIDEWEB_VAR": str(self.var),
            "PORT": str(self.port),
            "MAILIN_PORT": str(free_port()),
            "EMAIL_URL": f"smtp://127.0.0.1:{self.sink_port}",
            "DJANGO_SETTINGS_MODULE": "tideweb.settings",
            "TIDEWEB_DEMO": "false",
            "API_RATE_PERSON": "1000000/min",
            "SWEEP_SECONDS": "5",
            "WEB_WORKERS": "2",
            "LOG_LEVEL": "WARNING",
        }
        self.process: subprocess.Popen[bytes] | None = None
        signal.signal(signal.SIGTERM, _end)

    def start(self) -> None:
        with (self.var / "up.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), "up"],
                stdout=log,
                stderr=log,
                cwd=ROOT,
                preexec_fn=dies_with_parent(signal.SIGTERM),
            )
        wait(self.answers, STARTING, self.last_words)

    def end(self) -> None:
        """Ends all its processes, as Ctrl-C does; it can be started again."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            self.process = None

    def stop(self) -> None:
        self.end()
        # As root, the database can't be inside a private folder; then it is elsewhere.
        shutil.rmtree(self._place().home, ignore_errors=True)
        shutil.rmtree(self.var, ignore_errors=True)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.site}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def last_words(self) -> str:
        return (self.var / "up.log").read_text(encoding="utf-8", errors="replace")[-3000:]

    def kill(self, part: str) -> int:
        """Kills (`kill -9`) all processes of web, worker or database; returns how many."""
        victims = self.postmaster() if part == "database" else self.pids(part)
        for pid in victims:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        return len(victims)

    def pids(self, part: str) -> list[int]:
        """The processes of web or worker, recognised by our folder in their environment."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                name, environment = _read(entry / "comm"), _read(entry / "environ")
                if name.strip() == NAMES[part] and os.fsencode(self.var) in environment:
                    found.append(int(entry.name))
        return found

    def postmaster(self) -> list[int]:
        """The PostgreSQL server; its backends end when it is gone."""
        file = self._place().home / "data" / "postmaster.pid"
        return [int(file.read_text(encoding="ascii").split()[0])]

    def database_pids(self) -> list[int]:
        """The server and the processes of its connections."""
        (root,) = self.postmaster()
        children = Path(f"/proc/{root}/task/{root}/children").read_text(encoding="ascii")
        return [root, *map(int, children.split())]

    def _place(self) -> Place:
        return place_for(self.var)


def _end(*_: object) -> None:
    """Cleans up the folder and processes on SIGTERM, too."""
    sys.exit(1)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # it has ended, or isn't ours
        return b""


def wait(condition: Callable[[], object], seconds: float, tell: Callable[[], str]) -> None:
    """Waits until the condition holds. Raises TimeoutError, with the result of `tell`, if it
    doesn't.
    """
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"Not within {seconds:.0f} s. {tell()}")
        time.sleep(0.1)
