"""The front that compose.yaml ships: whoever sends slowly holds up nobody else."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.conf import settings

from tests.brokers import free_port
from tests.nginx import binary
from tests.worker import url_of
from tideweb.embedded.processes import dies_with_parent
from tideweb.embedded.supervisor import kill_group

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.nginx, pytest.mark.slow]
ROOT = Path(__file__).resolve().parent.parent.parent
SLOW = 50
THREADS = 4
SLOWLY = (
    b"POST /api/v1/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 5000\r\n\r\n{    "
)


@contextmanager
def started(command: list[str], port: int, **environment: str) -> Iterator[None]:
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **environment}, stdout=log, stderr=log,
            start_new_session=True, preexec_fn=dies_with_parent(signal.SIGKILL),
        )  # fmt: skip
        try:
            wait_for(process, port)
            yield
        finally:
            kill_group(process)
            process.wait()


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("It does not listen.")


@pytest.fixture(scope="module")
def health() -> int:
    """The port where the web process answers for its health alone."""
    return free_port()


@pytest.fixture(scope="module")
def web(django_db_setup: None, health: int) -> Iterator[int]:
    """The port of a web process with four threads, as docs/operating.md starts it; one for all of
    this file, since it takes a second to start. Each test leaves its threads free.
    """
    port = free_port()
    command = [
        sys.executable, "-m", "granian", "tideweb.wsgi:application", "--interface", "wsgi",
        "--port", str(port), "--workers", "1", "--blocking-threads", str(THREADS), "--no-ws",
    ]  # fmt: skip
    database = url_of(settings.DATABASES["default"])
    with started(command, port, DATABASE_URL=database, HEALTH_PORT=str(health)):
        yield port


@pytest.fixture(scope="module")
def front(web: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with nginx_before(web, tmp_path_factory.mktemp("front")) as port:
        yield port


@contextmanager
def nginx_before(web: int, tmp_path: Path, events: int = 0) -> Iterator[int]:
    """The port of an nginx before that port, and that of the process for streams if there is one,
    with the configuration that is shipped."""
    port = free_port()
    shipped = (ROOT / "deploy" / "front.conf").read_text("utf-8")
    ours = shipped.replace("listen 8080;", f"listen 127.0.0.1:{port};")
    ours = ours.replace("/usr/share/tideweb", str(ROOT / "deploy"))
    for upstream, behind in (("web:8000", web), ("events:8000", events or web)):
        ours = ours.replace(upstream, f"127.0.0.1:{behind}")
    assert str(web) in ours
    assert str(port) in ours
    (tmp_path / "front.conf").write_text(ours, "utf-8")
    (tmp_path / "nginx.conf").write_text(
        f"{'user root; ' * (os.getuid() == 0)}pid {tmp_path}/pid;"
        f" error_log {tmp_path}/error.log notice; events {{}}\n"
        f"http {{ access_log {tmp_path}/access.log; client_body_temp_path {tmp_path}/body;"
        f" proxy_temp_path {tmp_path}/proxy; fastcgi_temp_path {tmp_path}/1;"
        f" uwsgi_temp_path {tmp_path}/2; scgi_temp_path {tmp_path}/3;"
        f" include {tmp_path}/front.conf; }}\n",
        "utf-8",
    )
    command = [binary(), "-c", str(tmp_path / "nginx.conf"), "-g", "daemon off;"]
    with started(command, port):
        yield port


def answers(port: int, seconds: float = 3) -> bool:
    """Whether the site answers within so long."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=seconds) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


@contextmanager
def slow_senders(port: int, count: int) -> Iterator[list[socket.socket]]:
    """So many who announce five thousand bytes and send five."""
    with ExitStack() as open_until:
        senders = []
        for _ in range(count):
            sender = socket.create_connection(("127.0.0.1", port), 5)
            open_until.enter_context(sender)
            sender.sendall(SLOWLY)
            senders.append(sender)
        time.sleep(0.3)
        yield senders


def test_fifty_who_send_slowly_hold_up_nobody_behind_the_front(front: int) -> None:
    with slow_senders(front, SLOW):
        assert all(answers(front, 20) for _ in range(10))


def test_a_few_of_them_hold_up_everybody_without_it(web: int, health: int) -> None:
    """Why there is a front: if this changes one day, it can go. Its health it still tells."""
    assert answers(web, 30)
    with slow_senders(web, THREADS):
        end = time.monotonic() + 30
        while answers(web):  # it has not taken them all up
            assert time.monotonic() < end
        assert answers(health)
    assert answers(web, 30)


def test_what_is_too_large_is_refused_before_it_is_sent(front: int) -> None:
    with socket.create_connection(("127.0.0.1", front), 5) as sender:
        sender.sendall(SLOWLY.replace(b"5000", b"50000000"))
        assert b" 413 " in sender.recv(100)


def test_a_form_is_taken_however_slowly_it_arrives(front: int) -> None:
    with socket.create_connection(("127.0.0.1", front), 10) as sender:
        sender.sendall(SLOWLY.replace(b"5000", b"10"))
        time.sleep(1)
        sender.sendall(b"    }")
        assert b" 400 " in sender.recv(100)


class Echo(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(dict(self.headers.items())).encode())

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def test_the_web_process_is_told_when_and_from_where_it_came(tmp_path: Path) -> None:
    data = {
        "X-Request-Start": "t=1", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https",
    }  # fmt: skip
    with HTTPServer(("127.0.0.1", 0), Echo) as echo:
        threading.Thread(target=echo.serve_forever, daemon=True).start()
        with nginx_before(echo.server_address[1], tmp_path) as port:
            asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers=data)
            with urllib.request.urlopen(asked, timeout=5) as answer:
                told = json.load(answer)
        echo.shutdown()
    assert told["Host"] == f"127.0.0.1:{port}"
    assert told["X-Forwarded-For"] == "192.0.2.7, 127.0.0.1"
    assert told["X-Forwarded-Proto"] == "https"
    assert abs(time.time() - float(told["X-Request-Start"].removeprefix("t="))) < 10


def test_who_comes_while_the_web_process_is_away_is_told_what_to_do(tmp_path: Path) -> None:
    with nginx_before(free_port(), tmp_path) as port:
        page, told = asked_in_vain(port, "/g/x/")
        assert page["Content-Type"] == "text/html"
        assert all(word in told for word in ("may not have arrived", "angekommen", "aangekomen"))
        for path in ("/api/v1/games/x/hands/1/bid", "/api/v1/events"):
            problem, told = asked_in_vain(port, path)
            assert problem["Content-Type"] == "application/problem+json"
            assert {"status": 503, "code": "unavailable"}.items() <= json.loads(told).items()
            assert problem["Retry-After"] == str(json.loads(told)["retry_after"])


def test_it_logs_neither_addresses_nor_paths_even_if_something_fails(tmp_path: Path) -> None:
    """Nginx logs both by itself, and links in letters are secrets. Tideweb logs requests itself."""
    with nginx_before(free_port(), tmp_path) as port:
        asked_in_vain(port, "/answer/s3cret/")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics?s3cret", timeout=5)
    logged = "".join(log.read_text("utf-8") for log in tmp_path.glob("*.log"))
    assert "s3cret" not in logged
    assert "client:" not in logged
    assert "/metrics" not in logged


def asked_in_vain(port: int, path: str) -> tuple[Message, str]:
    with pytest.raises(urllib.error.HTTPError) as failed:
        urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", b"{}", timeout=5)
    assert failed.value.code == 503
    return failed.value.headers, failed.value.read().decode()
