"""Real brokers for the few tests that need one. `make brokers` runs this file.

Redis: the server at REDIS_URL, or an installed redis-server, started on a free port; as root, `make
test` installs it. RabbitMQ is optional, and too large to install: it is used if AMQP_URL is set or
it is installed.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kombu import Connection

from tests.packages import install
from tideweb.embedded.processes import dies_with_parent
from tideweb.embedded.supervisor import kill_group

REDIS = ("redis-server", "valkey-server")
# Debian's script in the PATH tries to switch to another user; the one that it calls doesn't.
RABBITMQ = ("/usr/lib/rabbitmq/bin/rabbitmq-server", "rabbitmq-server")
REDIS_REMEDY = (
    "No Redis. Remedy: `apt-get install redis-server` (or your system's package), or "
    "REDIS_URL=redis://host:6379/0 of one that may be emptied."
)
RABBITMQ_REMEDY = (
    "No RabbitMQ, which is optional. Remedy: `apt-get install rabbitmq-server` (or your system's "
    "package), or AMQP_URL=amqp://user:password@host// of one that may be emptied."
)
PATIENCE = 60.0


class Broker(ABC):
    """A broker at `url`."""

    url: str

    @abstractmethod
    def start(self) -> None:
        """Starts it and waits until it answers; after `stop`, on the same port again."""

    @abstractmethod
    def stop(self) -> None:
        """Kills it, as a power failure would."""

    @abstractmethod
    def flush(self) -> None:
        """Deletes everything in it."""


class Process(Broker):
    """A broker process of our own in a temporary folder, for the tasks of one queue."""

    def __init__(self, binary: str, queue: str) -> None:
        self._binary = binary
        self._queue = queue
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="tideweb-broker-"))
        self._process: subprocess.Popen[bytes] | None = None

    def _spawn(self, command: list[str], **environment: str) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self._folder,
                env={**os.environ, "HOME": str(self._folder), **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=dies_with_parent(signal.SIGKILL),
            )

    def _await(self, answers: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not quietly(answers):
            dead = self._process is None or self._process.poll() is not None
            if dead or time.monotonic() > end:
                log = (self._folder / "log").read_text(encoding="utf-8", errors="replace")
                raise AssertionError(f"{self.url} does not answer:\n{log[-2000:]}")
            time.sleep(0.05)

    def start(self) -> None:
        if self._process is None:
            self._process = self._begin()
            self._await(self._answer)

    @abstractmethod
    def _begin(self) -> subprocess.Popen[bytes]: ...

    @abstractmethod
    def _answer(self) -> object:
        """Raises OSError if the broker doesn't answer."""

    def stop(self) -> None:
        if self._process is not None:
            kill_group(self._process)
            self._process.wait()
            self._process = None
            self._await_silence()

    def _await_silence(self) -> None:
        """Waits until nobody listens any more: RabbitMQ is a grandchild, which may take messages
        for a moment after the shell that started it has ended.
        """
        end = time.monotonic() + PATIENCE
        while self.listens():
            if time.monotonic() > end:
                raise AssertionError(f"{self.url} still answers after it was killed.")
            time.sleep(0.01)

    def listens(self) -> bool:
        return quietly(lambda: socket.create_connection(("127.0.0.1", self.port), 1).close())

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


class RedisProcess(Process):
    def __init__(self, binary: str, queue: str) -> None:
        super().__init__(binary, queue)
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def _begin(self) -> subprocess.Popen[bytes]:
        return self._spawn(
            [
                self._binary, "--bind", "127.0.0.1", "--port", str(self.port),
                "--save", "", "--appendonly", "no",
            ]
        )  # fmt: skip

    def _answer(self) -> object:
        return ask_redis(self.port, "PING")

    def flush(self) -> None:
        ask_redis(self.port, "FLUSHALL")

    def freeze(self) -> None:
        """Stops the process (SIGSTOP): it keeps its port and connections, but doesn't answer."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)


class RabbitProcess(Process):
    def __init__(self, binary: str, queue: str) -> None:
        super().__init__(binary, queue)
        self._names: subprocess.Popen[bytes] | None = None
        self._names_port = free_port()
        self.url = f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def _begin(self) -> subprocess.Popen[bytes]:
        names = {"ERL_EPMD_PORT": str(self._names_port), "ERL_EPMD_ADDRESS": "127.0.0.1"}
        # Erlang's name service, which would otherwise keep running.
        self._names = self._spawn([shutil.which("epmd") or "epmd"], **names)
        return self._spawn([self._binary], **names, **self._environment())

    def _answer(self) -> object:
        return Connection(self.url, connect_timeout=1).connect()

    def _environment(self) -> dict[str, str]:
        return {
            "RABBITMQ_NODENAME": f"tideweb{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_MNESIA_BASE": str(self._folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self._folder / "logs"),
            "RABBITMQ_CONFIG_FILE": str(self._folder / "none"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self._folder / "plugins"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1",
        }

    def stop(self) -> None:
        super().stop()
        if self._names is not None:
            kill_group(self._names)
            self._names.wait()
            self._names = None

    def flush(self) -> None:
        """Deletes the queues, as after losing a disk."""
        with Connection(self.url, connect_timeout=5) as connection:
            connection.default_channel.queue_delete(self._queue)  # type: ignore[attr-defined]


class Named(Broker):
    """A server that isn't ours: only our own queue may be emptied."""

    def __init__(self, url: str, queue: str) -> None:
        self.url = url
        self._queue = queue

    def start(self) -> None:
        self.flush()

    def stop(self) -> None:
        raise AssertionError("Somebody else's broker is not for us to stop.")

    def flush(self) -> None:
        with Connection(self.url, connect_timeout=5) as connection:
            queue = connection.SimpleQueue(self._queue)
            queue.clear()
            queue.close()


def redis_binary() -> str | None:
    return next(filter(None, map(shutil.which, REDIS)), None)


def rabbitmq_binary() -> str | None:
    return next(filter(None, map(shutil.which, RABBITMQ)), None)


def have_redis() -> bool:
    return bool(os.environ.get("REDIS_URL") or redis_binary())


def have_rabbitmq() -> bool:
    return bool(os.environ.get("AMQP_URL") or rabbitmq_binary())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask_redis(port: int, command: str) -> bytes:
    """Redis' answer to an inline command."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as talk:
        talk.sendall(f"{command}\r\n".encode("ascii"))
        return talk.recv(100)


def quietly(answers: Callable[[], object]) -> bool:
    with suppress(OSError):
        answers()
        return True
    return False


def fetch() -> bool:
    """Finds a Redis or, as root, installs one; returns whether there is one."""
    if not have_redis():
        install("a Redis", "redis-server")
    return have_redis()


if __name__ == "__main__":
    found = fetch()
    print(f"Redis: {os.environ.get('REDIS_URL') or redis_binary()}" if found else REDIS_REMEDY)  # noqa: T201
    rabbit = os.environ.get("AMQP_URL") or rabbitmq_binary()
    print(f"RabbitMQ: {rabbit or 'none (optional)'}")  # noqa: T201
    sys.exit(bool(not found and os.environ.get("CI") == "true"))
