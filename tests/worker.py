"""A real Celery worker for tests; see the fixture `celery_worker_process` in conftest.py."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import connection

from tideweb.celery import app
from tideweb.embedded.processes import dies_with_parent
from tideweb.embedded.supervisor import kill_group
from tideweb.environment import broker_string


def events_command(host: str, port: int) -> list[str]:
    """The command of the process for event streams."""
    return [
        sys.executable, "-m", "granian", "tideweb.event_stream:application",
        "--interface", "asgi", "--host", host, "--port", str(port), "--workers", "1",
        "--workers-kill-timeout", "3", "--no-ws", "--log-level", "warning",
    ]  # fmt: skip


class WorkerProcess:
    """One `celery worker` on the given database (an entry of settings.DATABASES).

    `environment` adds environment variables (CELERY_BROKER_URL, SWEEP_SECONDS, …). `queue` is the
    queue it reads. `include` is a module to import, such as a game of the tests. `pool` is threads,
    or prefork as in production.
    """

    def __init__(
        self,
        database: dict[str, Any],
        queue: str = "celery",
        include: str = "tideweb.celery",
        pool: str = "threads",
        **environment: str,
    ) -> None:
        self._database = database
        self._include = include
        self._queue = queue
        self._pool = pool
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        self.begin()
        self.until(lambda: "ready." in self.output(), seconds=60)

    def begin(self) -> None:
        """Starts it without waiting, for a worker that may not find its broker."""
        self._process = subprocess.Popen(
            [
                sys.executable, "-m", "celery", "--app", "tideweb", "--quiet", "worker",
                "--pool", self._pool, "--concurrency", "2", "--loglevel", "INFO",
                "--without-gossip", "--without-mingle", "--without-heartbeat",
                "--queues", self._queue, "--include", self._include,
            ],
            cwd=settings.BASE_DIR,
            env={
                **os.environ,
                "DATABASE_URL": url_of(self._database),
                "LOG_LEVEL": "INFO",
                **self._environment,
            },
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=dies_with_parent(signal.SIGTERM),
        )  # fmt: skip

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        kill_group(self._process)
        self._process.wait()
        self._process = None

    def kill(self) -> None:
        """Kills it, as a power failure would; does nothing if it has ended."""
        if self._process is None:
            return
        kill_group(self._process)
        self._process.wait()
        self._process = None

    def output(self) -> str:
        # Reads by position: reading through the shared file would move the position at which the
        # worker writes.
        size = os.fstat(self._log.fileno()).st_size
        return os.pread(self._log.fileno(), size, 0).decode("utf-8", "replace")

    def until(self, condition: Callable[[], object], seconds: float = 20) -> None:
        """Waits until the condition holds. Raises AssertionError with the worker's last lines if it
        doesn't.
        """
        end = time.monotonic() + seconds
        while not condition():
            dead = self._process is None or self._process.poll() is not None
            if dead or time.monotonic() > end:
                what = "the worker ended" if dead else f"nothing within {seconds} s"
                raise AssertionError(f"{what}; its last words:\n{self.output()[-3000:]}")
            time.sleep(0.02)


def url_of(database: dict[str, Any]) -> str:
    """The DATABASE_URL for an entry of settings.DATABASES."""
    names = {"user": "USER", "password": "PASSWORD", "port": "PORT"}
    given = {name: quote(str(database.get(key) or ""), safe="") for name, key in names.items()}
    query = {k: v for k, v in database.get("OPTIONS", {}).items() if isinstance(v, str)}
    host = database.get("HOST") or ""
    if host.startswith("/"):
        query["host"], host = host, ""
    port = f":{given['port']}" if given["port"] else ""
    account = f"{given['user']}:{given['password']}"
    return f"postgres://{account}@{host}{port}/{database['NAME']}?{urlencode(query, safe='/')}"


@contextmanager
def point_broker_at(database: dict[str, Any]) -> Iterator[None]:
    """Sets the broker's URL, since the settings were read before the test database had its name."""
    options = app.conf.broker_transport_options
    if "conn_string" not in options:
        yield  # another broker: Redis, RabbitMQ
        return
    app.conf.broker_transport_options = {
        **options, "conn_string": broker_string(database)
    }  # fmt: skip
    try:
        yield
    finally:
        app.pool.force_close_all()  # type: ignore[attr-defined]
        app.conf.broker_transport_options = options


def end_other_sessions() -> None:
    """Ends other connections to our database, such as those kept by pools, and waits until they are
    gone.

    Uses a new connection, since an earlier call may have ended the current one: while Playwright's
    event loop is running, Django keeps another connection for this thread.
    """
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
