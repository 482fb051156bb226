"""/healthz beside the threads that answer requests: it answers while all of those wait."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from django.db import connection

from tideweb.health import database_state


class Handler(BaseHTTPRequestHandler):
    """GET /healthz, and nothing else."""

    def do_GET(self) -> None:
        """As the page of the same name."""
        if self.path != "/healthz":
            self.send_error(404)
            return
        try:
            text, status = database_state()
        finally:
            connection.close()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"{text}\n".encode())

    def log_message(self, *_: object) -> None:
        """It is asked every few seconds."""


class Beside(HTTPServer):
    allow_reuse_port = True  # each process of several has one, and one that answers is enough


def start(port: int) -> None:
    """Answers on that port of this host from a thread of its own, as long as this process lives."""
    server = Beside(("127.0.0.1", port), Handler)
    Thread(target=server.serve_forever, name="health", daemon=True).start()
