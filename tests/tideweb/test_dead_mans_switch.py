"""A monitor elsewhere is called while all is well, and hears nothing otherwise."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django import Settings

from accounts.operation import heartbeats
from tests.games.making import table_of
from tideweb import dead_mans_switch
from tideweb.tasks import pulse

pytestmark = pytest.mark.django_db


class Monitor(HTTPServer):
    def __init__(self) -> None:
        self.heard: list[str] = []
        self.status = 200
        super().__init__(("127.0.0.1", 0), Ear)


class Ear(BaseHTTPRequestHandler):
    server: Monitor

    def do_GET(self) -> None:
        self.server.heard.append(self.path)
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def monitor(settings: Settings) -> Iterator[Monitor]:
    cache.clear()
    with Monitor() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        settings.HEARTBEAT_URL = f"http://127.0.0.1:{server.server_port}/secret-path"
        yield server
        server.shutdown()


def test_it_is_called_once_a_minute(monitor: Monitor) -> None:
    pulse()
    pulse()
    assert monitor.heard == ["/secret-path"]


def test_it_hears_nothing_while_hands_are_stuck(
    monitor: Monitor, caplog: pytest.LogCaptureFixture
) -> None:
    table_of(3)[1].hands.update(failures=1, failed_with="DataError")
    pulse()
    assert monitor.heard == []
    assert "sweep" in caplog.text


def test_a_monitor_that_is_away_breaks_nothing_and_stays_unnamed(
    monitor: Monitor, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.HEARTBEAT_URL = "http://127.0.0.1:9/secret-path"
    heartbeats.note(heartbeats.PULSE, timezone.now())
    assert not dead_mans_switch.report()
    assert "could not be called" in caplog.text
    assert "secret-path" not in caplog.text


def test_without_an_address_nobody_is_called(monitor: Monitor, settings: Settings) -> None:
    settings.HEARTBEAT_URL = ""
    pulse()
    assert monitor.heard == []
