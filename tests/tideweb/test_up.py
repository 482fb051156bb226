"""`manage.py up` for real: all processes, on a database of its own."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from django.conf import settings
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from accounts.people.new_accounts import make_confirmed
from games.services.demo.demo_tables import DEMO_NAME
from games.services.lobby.tables import TableSettings, make_table
from tests.brokers import free_port
from tests.database import new_folder
from tests.production import ENVIRONMENT
from tideweb.embedded.place import database, secrets_of
from tideweb.management.commands import up

pytestmark = pytest.mark.slow

FROM_OUTSIDE = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL"}


class Run:
    """One `manage.py up`, seen from outside."""

    def __init__(self, var: Path, demo: bool = False) -> None:
        self.var = var
        self.port = free_port()
        environment = {k: v for k, v in os.environ.items() if k not in FROM_OUTSIDE}
        environment |= {
            "TIDEWEB_VAR": str(var), "PORT": str(self.port), "MAILIN_PORT": str(free_port()),
            "LOG_LEVEL": "INFO", "TIDEWEB_DEMO": str(demo),
        }  # fmt: skip
        self.log = var / f"up-{self.port}.log"
        elsewhere = var / "elsewhere"
        (elsewhere / "accounts").mkdir(parents=True, exist_ok=True)  # not ours
        (elsewhere / "accounts/__init__.py").touch()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(Path(settings.BASE_DIR, "manage.py")), "up"],
                stdout=log, stderr=log, env=environment, cwd=elsewhere,
            )  # fmt: skip

    def wait_until_up(self) -> None:
        wait(lambda: "Ctrl-C ends everything." in self.output() or not self.alive(), 60)
        assert self.alive(), self.output()

    def alive(self) -> bool:
        return self.process.poll() is None

    def output(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def get(self, path: str) -> int:
        address = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(address, timeout=10) as answer:
            return int(answer.status)

    def relatives(self) -> list[int]:
        """All processes of this installation: its folder stands in what they were started with."""
        own = os.fsencode(self.var)
        return [pid for pid in all_pids() if own in traces(pid)]


def all_pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def traces(pid: int) -> bytes:
    found = b""
    for name in ("environ", "cmdline"):
        try:
            found += Path(f"/proc/{pid}/{name}").read_bytes()
        except OSError:
            continue
    return found


def named(pid: int) -> str:
    """As top and pgrep have it."""
    return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()


def wait(condition: Callable[[], object], seconds: float) -> float:
    """How long it took until the condition held."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            raise AssertionError(f"not within {seconds} s")
        time.sleep(0.05)
    return time.monotonic() - start


@pytest.fixture(scope="module")
def var() -> Iterator[Path]:
    """The next run continues where the one before was: its database is made once."""
    folder = new_folder("tideweb-up-")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_it_starts_restarts_what_dies_leaves_no_orphans_and_goes_on_where_it_was(
    var: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """One installation's life: each start takes six processes, and so all is tried on two."""
    with ended(Run(var)) as run:
        run.wait_until_up()
        assert run.get("/healthz") == 200
        assert f"Tideweb is at http://localhost:{run.port}/" in run.output()
        assert "\x1b" not in run.output()
        wait(lambda: "ready." in run.output(), 20)
        may_be_forked(run.process.pid)
        restarts_what_dies(run)
        with django_db_blocker.unblock():
            seat_marit(var)
        secrets = (var / "secrets.env").read_text()
        run.process.kill()
        run.process.wait()
        wait(lambda: run.relatives() == [], 15)

    with ended(Run(var, demo=True)) as again:
        again.wait_until_up()
        assert "Sign in as the demo player: http://localhost:" in again.output()
        assert again.get("/healthz") == 200
        assert (var / "secrets.env").read_text() == secrets
        second = Run(var)
        assert second.process.wait(30) == 1
        assert f"already runs on {var} (process {again.process.pid})" in second.output()
        again.process.send_signal(signal.SIGINT)
        assert again.process.wait(15) == 0
        assert again.relatives() == []
        assert "Everything has ended." in again.output()


@contextmanager
def ended(run: Run) -> Iterator[Run]:
    """Whatever became of it, nothing of it runs on."""
    try:
        yield run
    finally:
        for pid in run.relatives():
            with suppress(ProcessLookupError):  # it was on its way out already
                os.kill(pid, signal.SIGKILL)
        run.process.wait()


def seat_marit(var: Path) -> None:
    """Lets the demo's player sit at a table, so that the demo needs no more than her links: to play
    its games takes longer than all of this (tests/games/services/demo looks at them).
    """
    connection.close()
    with patch.dict(connection.settings_dict, database(var, secrets_of(var))):
        marit = make_confirmed(f"{DEMO_NAME.lower()}@localhost", DEMO_NAME)
        make_table(marit, TableSettings(name="Texel", seats=3))
        connection.close()


def may_be_forked(pid: int) -> None:
    """What a process must not have when it is forked: another thread, a line to anywhere."""
    process = Path(f"/proc/{pid}")
    assert len(list((process / "task").iterdir())) == 1
    assert not [each for each in (process / "fd").iterdir() if "socket" in str(each.readlink())]


def restarts_what_dies(run: Run) -> None:
    web = [pid for pid in run.relatives() if named(pid) == "tideweb web"]
    database = [int((run.var / "postgres/data/postmaster.pid").read_text().split()[0])]
    victims = web + database
    assert len(web) == 2
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    wait(lambda: "ended with code -9" in run.output(), 10)
    wait(lambda: "The database ended unexpectedly" in run.output(), 10)
    wait(lambda: answers(run), 40)


def answers(run: Run) -> bool:
    try:
        return run.get("/healthz") == 200
    except OSError:
        return False


def test_a_port_that_is_taken_is_refused_in_words(var: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused({"TIDEWEB_VAR": str(var), "PORT": str(port)})
    assert f"Port {port} is taken by another program. Nothing was started." in said


def test_a_full_disk_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(
        errno.ENOSPC, "No space left on device", "/ours.css", None, "/var/static/ours.css"
    )
    monkeypatch.setattr(up, "prepare", Mock(side_effect=full))
    said = r"^/var/static/ours.css: No space left on device.*with free space"
    with pytest.raises(SystemExit, match=said):
        up.Command()._prepare(None)


def test_a_database_that_does_not_answer_is_told_in_words(var: Path) -> None:
    address = f"postgres://nobody@127.0.0.1:{free_port()}/none"
    ports = {"PORT": str(free_port()), "MAILIN_PORT": str(free_port())}
    said = refused({**ENVIRONMENT, **ports, "TIDEWEB_VAR": str(var), "DATABASE_URL": address})
    assert "The database does not answer, or gave up: connection failed" in said


def refused(told: Mapping[str, str]) -> str:
    """What it says as it ends at once."""
    environment = {k: v for k, v in os.environ.items() if k not in FROM_OUTSIDE}
    done = subprocess.run(
        [sys.executable, "manage.py", "up"], cwd=settings.BASE_DIR, capture_output=True,
        env={**environment, **told}, timeout=60, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_proxy_of_the_environment_is_not_asked_for_our_own_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as site, socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{nobody.getsockname()[1]}")
        threading.Thread(target=say_all_is_well, args=(site,)).start()
        assert up.answers(f"http://127.0.0.1:{site.getsockname()[1]}/healthz")


def say_all_is_well(server: socket.socket) -> None:
    server.settimeout(5)
    with suppress(TimeoutError), server.accept()[0] as client:
        client.recv(1000)
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


def test_something_else_on_our_port_is_not_the_web_process() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=greet_by_smtp, args=(other,)).start()
        assert not up.answers(f"http://127.0.0.1:{other.getsockname()[1]}/healthz")


def greet_by_smtp(server: socket.socket) -> None:
    client, _address = server.accept()
    with client:
        client.sendall(b"220 play.example.org ESMTP\r\n")
        client.recv(1000)
