"""/healthz and /metrics in a thread of their own, so that they answer while all others are busy."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from django.db import connection
from prometheus_client import CONTENT_TYPE_LATEST

from tideweb.health import database_state
from tideweb.metrics import exposition, may_read


class Handler(BaseHTTPRequestHandler):
    """GET /healthz, and /metrics with the token."""

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


class Beside(HTTPServer):
    allow_reuse_port = True  # every process has one, and any of them may answer


def start(port: int) -> None:
    """Listens on this port of the local host, in a daemon thread."""
    server = Beside(("127.0.0.1", port), Handler)
    Thread(target=server.serve_forever, name="health", daemon=True).start()
