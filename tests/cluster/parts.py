"""The processes of a cluster on this host, each restarted after a second, as systemd would.

All that they write lies below one folder, and they listen on loopback only.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.brokers import free_port
from tideweb.embedded.processes import dies_with_parent

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent  # of the environment that runs this, whatever it is called
SERVERS = Path("/usr/lib/postgresql")
RABBITMQ = Path("/usr/lib/rabbitmq/bin")
PROGRAMS = {
    "patroni": "patroni", "etcd": "etcd-server", "haproxy": "haproxy", "pgbouncer": "pgbouncer",
    "redis-server": "redis-server", "rabbitmqctl": "rabbitmq-server",
}  # fmt: skip
OURS = ("celery", "granian")  # of our own environment
PASSWORD = "of-the-cluster"


def postgres() -> Path | None:
    """The programs of the newest PostgreSQL server that is installed."""
    found = [path.parent for path in SERVERS.glob("*/bin/postgres")]
    return max(found, key=lambda path: float(path.parent.name), default=None)


def missing() -> list[str]:
    """Debian's packages that are not there."""
    found = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    return found if postgres() else [*found, "postgresql"]


def install() -> None:
    """Installs what is missing, or ends and says what it is."""
    if absent := [program for program in OURS if not (BIN / program).exists()]:
        sys.exit(f"Nothing was started: no {' and no '.join(absent)} in {BIN}. Try: make setup")
    packages = missing()
    commands = [
        ["apt-get", "update"],  # a fresh container has no lists of packages
        ["apt-get", "install", "-y", "--no-install-recommends", *packages],
    ]
    if packages and os.getuid() == 0:
        for command in commands:
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    if packages := missing():
        sys.exit(
            f"Nothing was started: {', '.join(packages)} not installed. As root: apt-get update && "
            f"apt-get install {' '.join(packages)}"
        )


@dataclass
class Part:
    """One process, kept alive; `user` for programs that refuse root."""

    name: str
    command: list[str]
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    user: str | None = None
    pause: float = 1.0
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0
    _over: threading.Event = field(default_factory=threading.Event)
    _keeper: threading.Thread | None = None

    def start(self) -> Part:
        self._spawn()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()
        return self

    def _spawn(self) -> None:
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT if self.user is None else self.folder,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=dies_with_parent(signal.SIGTERM),
                user=self.user,
                group=self.user,
            )
        self.starts += 1

    def _keep(self) -> None:
        while not self._over.is_set():
            assert self.process is not None
            self.process.wait()
            if self._over.wait(self.pause):
                return
            self._spawn()

    def kill(self) -> None:
        """The process and its children, as if the power failed."""
        assert self.process is not None
        for pid in (*_children(self.process.pid), self.process.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue

    def stop(self) -> None:
        self._over.set()
        if self.process is None:
            return
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
        self.kill()

    def tail(self, lines: int = 15) -> str:
        text = (self.folder / f"{self.name}.log").read_text("utf-8", "replace")
        return "\n".join(text.splitlines()[-lines:])


def _children(pid: int) -> list[int]:
    """All that it started, and they in turn."""
    done = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    own = [int(line) for line in done.stdout.split()]
    return [*own, *(deeper for child in own for deeper in _children(child))]


def until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Raises TimeoutError."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise TimeoutError(what)


def new_folder() -> Path:
    """Where the users of the servers may write, too."""
    folder = Path(tempfile.mkdtemp(prefix="tideweb-cluster-"))
    folder.chmod(0o777)
    return folder


def ports(count: int) -> list[int]:
    """So many that nobody listens at."""
    found: set[int] = set()
    while len(found) < count:
        found.add(free_port())
    return sorted(found)
