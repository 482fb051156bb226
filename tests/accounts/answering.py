"""A real HTTPS server on this machine that stands for a push service or somebody's program."""

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from pytest_django import Settings


@dataclass
class Stranger:
    """`status` is what it answers, after `pause` seconds; `asked` what came."""

    url: str = ""
    status: int = 200
    pause: float = 0
    location: str = ""
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def answering(settings: Settings, folder: Path, **how: Any) -> Iterator[Stranger]:
    """Such a server, which this process trusts meanwhile."""
    stranger = Stranger(**how)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(stranger))
    pem = folder / "localhost.pem"
    if not pem.exists():
        pem.write_bytes(_certificate())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    settings.OUTWARD_TRUSTED = ["localhost"]
    settings.OUTWARD_CA_FILE = str(pem)
    stranger.url = f"https://localhost:{server.server_port}/here"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stranger
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(stranger: Stranger) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            stranger.asked.append((self.path, headers, body))
            time.sleep(stranger.pause)
            self.send_response(stranger.status)
            if stranger.location:
                self.send_header("Location", stranger.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            return

    return Handler


def _certificate() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    usage = x509.BasicConstraints(ca=True, path_length=0)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + made.public_bytes(Encoding.PEM)
