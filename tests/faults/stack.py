"""Tideweb as operators run it: PostgreSQL, a broker, web processes, workers, beats and the mail
listener, each in its own process that is restarted a second after it ends.
"""

from __future__ import annotations

import base64
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from aiosmtpd.controller import Controller

from tests import brokers
from tests.accounts.sink import Sink
from tests.brokers import free_port
from tests.faults.house import wait
from tests.faults.planted import NAME
from tideweb.embedded.place import DATABASE, PORT, USER, place_for
from tideweb.embedded.postgres import Server
from tideweb.embedded.processes import dies_with_parent
from tideweb.embedded.supervisor import kill_group

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
AGAIN = 1.0  # seconds until an ended process is restarted
STARTING = 180.0
DISK = 700  # megabytes, if the database can have its own disk


@dataclass
class Unit:
    """One process, like a systemd unit; `extra` are its own environment variables."""

    name: str
    command: list[str]
    extra: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    ended: float | None = None

    def pid(self) -> int:
        return self.process.pid if self.process is not None else 0


class Stack:
    """The complete stack, in a temporary folder."""

    def __init__(
        self, *, broker: str = "redis", webs: int = 3, workers: int = 3, beats: int = 2,
        planted: str = "",
    ) -> None:  # fmt: skip
        self.var = Path(tempfile.mkdtemp(prefix="tideweb-faults-"))
        self.var.chmod(0o711)
        self.password = secrets.token_urlsafe(12)
        self.place = place_for(self.var)
        self.disk = _disk(self.place.home)
        self.database = Server(self.place, self.password, ("max_connections=120",))
        self.broker = _broker(broker)
        self.sink = Sink(free_port())
        self._post: Controller | None = None
        self.mail_port = free_port()
        self.ports = [free_port() for _web in range(webs)]
        self.environment = {**os.environ, **self._settings(planted)}
        self.units = self._units(webs, workers, beats)
        self._ending = threading.Event()
        self._keeper = threading.Thread(target=self._keep, daemon=True)

    def _settings(self, planted: str) -> dict[str, str]:
        host = quote(str(self.place.socket), safe="/")
        cache = self.broker.url.replace("redis://", "rediscache://").removesuffix("0") + "1"
        return {
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
            "DATABASE_URL": f"postgres://{USER}:{self.password}@:{PORT}/{DATABASE}?host={host}",
            "CELERY_BROKER_URL": self.broker.url,
            **({"CACHE_URL": cache} if cache.startswith("rediscache") else {}),
            "SECRET_KEY": "only-for-faults-" + "x" * 50,
            "TIDEWEB_SEAL_KEYS": "f:" + base64.b64encode(b"f" * 32).decode(),
            "SITE_URL": f"http://127.0.0.1:{self.ports[0]}",
            "ALLOWED_HOSTS": "127.0.0.1",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.sink.port}",
            "MAILIN_PORT": str(self.mail_port),
            "API_RATE_PERSON": "1000000/min",
            "SWEEP_SECONDS": "5",
            "LOG_LEVEL": "WARNING",
            NAME: planted,
        }

    def _units(self, webs: int, workers: int, beats: int) -> dict[str, Unit]:
        granian = [str(BIN / "granian"), "tideweb.wsgi:application", "--interface", "wsgi",
                   "--host", "127.0.0.1", "--blocking-threads", "4", "--no-ws"]  # fmt: skip
        celery = [str(BIN / "celery"), "--app", "tideweb"]
        quiet = ["--concurrency", "2", "--without-gossip", "--without-mingle"]
        quiet.append("--without-heartbeat")
        units = [Unit(f"web {n}", [*granian, "--port", str(self.ports[n])]) for n in range(webs)]
        units += [Unit(f"worker {n}", [*celery, "worker", *quiet]) for n in range(workers)]
        units += [
            Unit(f"beat {n}", [*celery, "beat", "--schedule", str(self.var / f"beat-{n}")])
            for n in range(beats)
        ]
        units.append(Unit("mailin", [sys.executable, str(ROOT / "manage.py"), "mailin"]))
        return {unit.name: unit for unit in units}

    # Beginning and ending

    def start(self) -> None:
        """Needs Django to be set up with our environment."""
        from django.core.management import call_command
        from django.db import connections

        self.database.start()
        self.broker.start()
        self.open_post()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        connections.close_all()  # the players open their own
        for unit in self.units.values():
            self._begin(unit)
        self._keeper.start()
        wait(self.answers, STARTING, self.last_words)

    def stop(self) -> None:
        self._ending.set()
        for unit in self.units.values():
            if unit.process is not None:
                with suppress(ProcessLookupError):
                    os.killpg(unit.process.pid, signal.SIGCONT)
                kill_group(unit.process)
        self.close_post()
        with suppress(Exception):
            self.broker.remove()
        self.database.stop()
        if self.disk:
            subprocess.run(["umount", "-l", str(self.place.home)], check=False)
        shutil.rmtree(self.place.home, ignore_errors=True)
        shutil.rmtree(self.var, ignore_errors=True)

    def _begin(self, unit: Unit) -> None:
        with (self.var / "log").open("ab") as log:
            unit.process = subprocess.Popen(
                unit.command,
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=ROOT,
                env={**self.environment, **unit.extra},
                start_new_session=True, preexec_fn=dies_with_parent(signal.SIGKILL),
            )  # fmt: skip
        unit.ended = None

    def _keep(self) -> None:
        while not self._ending.wait(0.2):
            for unit in self.units.values():
                if unit.process is None or unit.process.poll() is None:
                    continue
                unit.ended = unit.ended or time.monotonic()
                if time.monotonic() > unit.ended + AGAIN and not self._ending.is_set():
                    kill_group(unit.process)  # processes that it left behind
                    self._begin(unit)

    def last_words(self) -> str:
        return (self.var / "log").read_text(encoding="utf-8", errors="replace")[-3000:]

    def mistakes(self) -> list[str]:
        """The log's lines about responses with status 500."""
        log = (self.var / "log").read_text(encoding="utf-8", errors="replace")
        return [
            line for line in log.splitlines() if "Internal Server Error" in line or "broke" in line
        ]

    def answers(self) -> bool:
        """Whether every web process answers."""
        return all(healthy(port) for port in self.ports)

    # For faults

    def named(self, name: str) -> list[Unit]:
        """The units whose name begins like this."""
        return [unit for unit in self.units.values() if unit.name.startswith(name)]

    def signal(self, unit: Unit, number: int) -> None:
        """Sends a signal to all processes of a unit."""
        with suppress(ProcessLookupError):
            os.killpg(unit.pid(), number)

    def close_post(self) -> None:
        if self._post is not None:
            self._post.stop()
        self._post = None

    def open_post(self) -> None:
        self._post = Controller(self.sink, hostname="127.0.0.1", port=self.sink.port)
        self._post.start()

    def backends(self) -> list[int]:
        """The database's backend processes."""
        with self.connected() as connection:
            rows = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
                [DATABASE],
            )
            return [row[0] for row in rows]

    @contextmanager
    def connected(self) -> Iterator[Any]:
        import psycopg

        with psycopg.connect(
            host=str(self.place.socket), port=PORT, user=USER, password=self.password,
            dbname=DATABASE, autocommit=True, connect_timeout=5,
        ) as connection:  # fmt: skip
            yield connection


def _broker(name: str) -> Any:
    if name == "redis" and (binary := brokers.redis_binary()):
        return brokers.RedisProcess(binary, "celery")
    if name == "rabbitmq" and (binary := brokers.rabbitmq_binary()):
        return brokers.RabbitProcess(binary, "celery")
    raise SystemExit(f"There is no {name} here: {brokers.REDIS_REMEDY} {brokers.RABBITMQ_REMEDY}")


def _disk(home: Path) -> bool:
    """Mounts a small disk for the database, which can be filled; False unless this is root."""
    if os.getuid() != 0:
        return False
    home.mkdir(parents=True, exist_ok=True)
    options = f"size={DISK}m,mode=711"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(home)],
        check=False,
        capture_output=True,
    )
    return done.returncode == 0


def healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
