"""/healthz and /metrics in a thread of their own, so that they answer while all others are busy."""

import logging
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from django.db import connection
from prometheus_client import CONTENT_TYPE_LATEST

from tideweb.health import database_state
from tideweb.metrics import exposition, may_read

log = logging.getLogger(__name__)


class Handler(BaseHTTPRequestHandler):
    """GET /healthz, and /metrics with the token."""

    timeout = 5  # seconds that a client may say nothing

    def do_GET(self) -> None:
        """Same responses as the views."""
        try:
            if self.path == "/healthz":
                text, status = database_state()
                self._say(status, "text/plain; charset=utf-8", f"{text}\n".encode())
            elif self.path == "/metrics" and may_read(self.headers.get("Authorization", "")):
                self._say(200, CONTENT_TYPE_LATEST, exposition())
            else:
                self.send_error(404)
        finally:
            connection.close()

    def _say(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Logs nothing, since requests come every few seconds."""


class Beside(ThreadingHTTPServer):
    """Somebody who connects and says nothing, or a slow scrape, holds up nobody else."""

    allow_reuse_port = True  # every process has one, and any of them may answer

    def handle_error(self, *_: Any) -> None:
        """Logs faults of ours as anything else; that a client went away is none."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            log.error("The health port failed.", exc_info=error)


def start(port: int) -> Beside:
    """Listens on this port of the local host, in a daemon thread. Raises `SystemExit` with the
    reason if it can't.
    """
    try:
        server = Beside(("127.0.0.1", port), Handler)
    except OSError as error:
        raise SystemExit(
            f"HEALTH_PORT: nothing can listen on port {port} of 127.0.0.1: {error.strerror}. "
            "Choose another port, or end the program that has it."
        ) from None
    Thread(target=server.serve_forever, name="health", daemon=True).start()
    return server
