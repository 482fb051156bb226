"""A real SMTP server that keeps what it takes, and answers as a test wishes."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import LazySettings
from pytest_django import Settings

from accounts.email import inbound_routes, smtp_server

BACKEND = "django.core.mail.backends.smtp.EmailBackend"


@dataclass
class Sink:
    """`rcpt` and `data` are the answers; `mails` what was taken, `clients` the connections.

    It thinks for `dawdles` seconds about each letter that it takes, and hangs up on so many as
    `drops` says without a word, after it has taken them.
    """

    port: int = 0
    rcpt: str = "250 Fine"
    data: str = "250 Taken"
    pipelining: bool = True  # as Postfix, Exim and every provider offer it
    waits_anyway: bool = False  # for a letter whose reader it has refused
    forgets: bool = False  # whom the letter is for, and so it takes none
    dawdles: float = 0
    drops: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    clients: set[Any] = field(default_factory=set)
    senders: list[str] = field(default_factory=list)

    async def handle_EHLO(  # noqa: N802 – aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, host: str, text: list[str]
    ) -> list[str]:
        session.host_name = host
        return [*text[:-1], *(["250-PIPELINING"] if self.pipelining else []), text[-1]]

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.clients.add(session.peer)
        if (self.rcpt.startswith("250") or self.waits_anyway) and not self.forgets:
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.data.startswith("250"):
            content = envelope.content
            assert isinstance(content, bytes)
            self.senders.append(envelope.mail_from or "")
            self.mails.append(message_from_bytes(content, policy=policy.default))
        await asyncio.sleep(self.dawdles)
        if self.drops > 0 and server.transport is not None:
            self.drops -= 1
            server.transport.abort()  # type: ignore[attr-defined]
        return self.data

    def ids(self) -> list[str]:
        return [str(mail["Message-ID"]) for mail in self.mails]


def sent(settings: Settings) -> list[EmailMessage]:
    """What leaves now."""
    from accounts.notifications import delivery  # has models, which `tests.faults` hasn't loaded

    with listening(settings) as sink:
        delivery.deliver()
    return sink.mails


@contextmanager
def listening(settings: Settings | LazySettings, port: int = 0) -> Iterator[Sink]:
    """A sink to which Django's mail goes meanwhile."""
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=port or free_port())
    controller.start()
    sink.port = controller.port
    point(settings, sink.port)
    try:
        yield sink
    finally:
        controller.stop()


class _Ours(Controller):
    """All conversations share one connection to the database, as in `manage.py mailin`."""

    def __init__(self, port: int, origin: str) -> None:
        self._conversations = smtp_server.conversations(origin)
        super().__init__(None, hostname="127.0.0.1", port=port)

    def factory(self) -> SMTP:
        return self._conversations()


@contextmanager
def mailin(origin: str = inbound_routes.SMTP) -> Iterator[int]:
    """The port of our own listener, which is open meanwhile."""
    controller = _Ours(free_port(), origin)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def point(settings: Settings | LazySettings, port: int) -> None:
    """Sends Django's mail to that port of this machine."""
    settings.EMAIL_BACKEND = BACKEND
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 5
    settings.EMAIL_DATA_TIMEOUT = 10


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
