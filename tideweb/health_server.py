"""/healthz and /metrics beside the threads that answer requests: while all of those wait, too."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from django.db import connection
from prometheus_client import CONTENT_TYPE_LATEST

from tideweb.health import database_state
from tideweb.metrics import exposition, may_read


class Handler(BaseHTTPRequestHandler):
    """GET /healthz, and /metrics for whoever knows its token."""

    def do_GET(self) -> None:
        """As the pages of the same names."""
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
        """It is asked every few seconds."""


class Beside(HTTPServer):
    allow_reuse_port = True  # each process of several has one, and one that answers is enough


def start(port: int) -> None:
    """Answers on that port of this host from a thread of its own, as long as this process lives."""
    server = Beside(("127.0.0.1", port), Handler)
    Thread(target=server.serve_forever, name="health", daemon=True).start()
