"""An application on one's own machine is allowed in a real browser, which leads back to it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from accounts.people import oauth
from tests.accounts.making import member
from tests.browsing.windows import window

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# A browser passes its redirect only if the page's policy names it (form-action).
BACK = ("http://127.0.0.1:{port}/back", "http://[::1]:{port}/back")


@contextmanager
def listening(host: str) -> Iterator[tuple[int, list[str]]]:
    """A program that waits there for its code: its port, and the paths that were asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"You can close this window.")

        def log_message(self, *args: object) -> None:
            return

    class Server(ThreadingHTTPServer):
        daemon_threads = True  # a browser keeps connections open
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    server = Server((host, 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize(("button", "told"), [("Allow it", "code"), ("Deny it", "error")])
@pytest.mark.parametrize("back", BACK)
def test_a_program_on_ones_own_machine_hears_what_was_answered(
    browser: Browser, live_server: LiveServer, back: str, button: str, told: str
) -> None:
    with listening("::1" if "[" in back else "127.0.0.1") as (port, asked):
        back = back.format(port=port)
        app = oauth.register(member("Joost"), "Texel app", back)
        way = urlencode(
            {
                "response_type": "code", "client_id": app.pk, "redirect_uri": back,
                "scope": "read play", "state": "s1 &%", "code_challenge": "c" * 43,
                "code_challenge_method": "S256",
            }
        )  # fmt: skip
        with window(browser, live_server.url, member(), java_script_enabled=False) as (page, _c):
            page.goto(f"/oauth/authorize/?{way}")
            page.get_by_role("button", name=button).click()
            page.get_by_text("You can close this window.").wait_for(timeout=5000)
    (path,) = [path for path in asked if path.startswith("/back")]
    heard = parse_qs(urlsplit(path).query)
    assert heard["state"] == ["s1 &%"]
    assert told in heard
