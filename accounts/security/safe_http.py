"""HTTP requests to URLs that people gave us (webhooks, push services), safe from SSRF.

Only https; only hosts whose addresses are all public (RFC 6890); connecting to the very addresses
that were checked, which defeats DNS rebinding, with the certificate checked against the host name;
no redirects, no proxies, a limited response and short timeouts.
"""

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPException
from threading import BoundedSemaphore, Timer
from urllib.parse import urlsplit

from django.conf import settings
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError

SILENCE = 4.0  # seconds without a byte
WHOLE = 8.0  # seconds for the whole exchange, however slowly it trickles
MAX_URL_LENGTH = 1000
MAX_READ = 2048
# From the IANA registries; Python's own knowledge depends on its version. In IPv6 only this block
# is global unicast, plus the NAT64 prefix that leads to public IPv4 addresses. Some ranges that
# look public are reserved for protocols and examples, or led to relays that no longer exist (6to4,
# RFC 7526; Teredo, within 2001::/23).
UNICAST = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
RESERVED = tuple(
    map(
        ipaddress.ip_network,
        ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20"),
    )
)
PORTS = (80, 443)
# Names that somebody at a page or a program waits for. A name server may keep one waiting for half
# a minute, and a web process has few threads.
LOOKING_UP = BoundedSemaphore(1)


class NotAllowed(Exception):
    """We don't call this URL; `code` is not_https, malformed, unknown_host, bad_port or private, or
    busy if that isn't known yet."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class NoAnswer(Exception):
    """No answer in time, or none that could be parsed."""


@dataclass(frozen=True)
class Target:
    """The target of a URL: host name for certificate and Host header, and the addresses to call:
    the first of IPv4 and of IPv6, in the order in which our host prefers them.
    """

    host: str
    port: int
    addresses: tuple[str, ...]
    path: str

    @property
    def netloc(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == 443 else f"{host}:{self.port}"


@dataclass(frozen=True)
class Answer:
    """The response; `body` is cut to `MAX_READ` bytes."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


def check(url: str) -> None:
    """Checks a URL that is to be stored, one at a time in each process. Raises `NotAllowed`."""
    if not LOOKING_UP.acquire(blocking=False):
        raise NotAllowed("busy")
    try:
        target_of(url)
    finally:
        LOOKING_UP.release()


def target_of(url: str) -> Target:
    """Resolves and checks a URL. Raises `NotAllowed`."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", 443 if parts.port is None else parts.port
    except ValueError:
        raise NotAllowed("malformed") from None
    if parts.scheme != "https":
        raise NotAllowed("not_https")
    printable = url.isascii() and url.isprintable() and " " not in url
    if not host or "@" in parts.netloc or len(url) > MAX_URL_LENGTH or not printable:
        raise NotAllowed("malformed")
    if port not in PORTS and host not in settings.OUTWARD_TRUSTED:
        raise NotAllowed("bad_port")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port, _resolved(host, port), path)


def _resolved(host: str, port: int) -> tuple[str, ...]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotAllowed("unknown_host") from None
    addresses = [str(entry[4][0]) for entry in found]
    if host not in settings.OUTWARD_TRUSTED and not all(map(is_public, addresses)):
        raise NotAllowed("private")
    firsts = {":" in address: address for address in reversed(addresses)}
    return tuple(address for address in dict.fromkeys(addresses) if address in firsts.values())


def is_public(text: str) -> bool:
    """Whether an address is public; NAT64 leads to the IPv4 address in its last 32 bits."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if address in NAT64:
        address = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if not address.is_global or address.is_multicast or any(address in net for net in RESERVED):
        return False
    return address.version == 4 or address in UNICAST


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Sends a POST request. Raises `NotAllowed` or `NoAnswer`.

    Some hosts can't be reached by IPv6 although they name such an address, or only by it.
    """
    target, until = target_of(url), time.monotonic() + WHOLE
    fault = NoAnswer("ConnectTimeoutError")
    for address in target.addresses:
        try:
            return _posted(_connection(target, address, until), target, body, headers, until)
        except ConnectTimeoutError as error:  # or refused: `NewConnectionError` is one
            fault = NoAnswer(type(error).__name__)
        except (HTTPError, HTTPException, OSError, ValueError) as error:
            raise NoAnswer(type(error).__name__) from None
    raise fault


def _connection(target: Target, address: str, until: float) -> HTTPSConnection:
    return HTTPSConnection(
        address,
        target.port,
        timeout=max(0.1, min(SILENCE, until - time.monotonic())),
        server_hostname=target.host,
        ssl_context=_trust(settings.OUTWARD_CA_FILE),
    )


def _posted(
    connection: HTTPSConnection,
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    until: float,
) -> Answer:
    how: dict[str, bool] = {"preload_content": False, "decode_content": False}
    try:
        with _patience(connection, until):
            every = {"Host": target.netloc, **headers}
            connection.request("POST", target.path, body, every, **how)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.headers), answer.read(MAX_READ) or b"")
    finally:
        connection.close()


@contextmanager
def _patience(connection: HTTPSConnection, until: float) -> Iterator[None]:
    """Closes the connection if the exchange isn't over `until` then (of `time.monotonic`)."""

    def hang_up() -> None:
        line = connection.sock
        if line is not None:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:  # already closed
                return

    timer = Timer(max(0, until - time.monotonic()), hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@lru_cache(maxsize=4)
def _trust(ca_file: str) -> ssl.SSLContext:
    """Trusts the system's certificate authorities, or those in the operator's file."""
    context = ssl.create_default_context(cafile=ca_file or None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
