"""The mail listener: SMTP and LMTP, for the takers registered in accounts.email.inbound_routes.

A mail is stored before it is acknowledged, so after a 250 the client may delete its copy. In LMTP
(RFC 2033) each recipient gets an answer of its own.
"""

import asyncio
import ipaddress
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from accounts.email import inbound_routes
from accounts.email.inbound_routes import MAX_BYTES, MAX_LINES, Arrival, TooMany

log = logging.getLogger(__name__)
MAX_RECIPIENTS = 20
MAX_UNKNOWN = 10  # per connection; a client that asks for more is guessing
MAX_MAILS = 100  # per connection
MAX_CLIENTS = 50  # connections at the same time
KNOWN = "250 2.1.5 Recipient OK."
UNKNOWN = "550 5.1.1 No such address here."
GUESSING = "421 4.7.0 Too many unknown recipients; closing connection."
TOO_MANY_MESSAGES = "421 4.7.0 Too many messages in one session; please reconnect."
BUSY = "421 4.3.2 Too many connections; please try again later."
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients; please send to the others separately."
FLOODED = "452 4.2.2 Too many messages for this address; please try again in an hour."
TOO_LONG = "552 5.3.4 Message too long: the limit is 2,000 lines."
LATER = "451 4.3.0 Message could not be stored; please try again later."
STORED = "250 2.0.0 Message accepted."
Result = TypeVar("Result")


class Listener:
    """The answers to SMTP clients (aiosmtpd's hooks); queries run in a thread of their own."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.clients = 0
        self._thread = ThreadPoolExecutor(1, "mailin")

    async def handle_RCPT(  # noqa: N802 – aiosmtpd's name
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: Sequence[str],
    ) -> str:
        """Accepts a recipient only if somebody here takes mail for it."""
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        try:
            known = await self._ask(inbound_routes.taker_of, address) is not None
        except TooMany:
            return FLOODED
        except DatabaseError as error:
            log.warning("Recipient lookup failed: %s", type(error).__name__)
            return LATER
        if not known:
            return self._unknown(server)
        envelope.rcpt_tos.append(address)
        return KNOWN

    def _unknown(self, server: SMTP) -> str:
        counts = _counts(server)
        counts["unknown"] += 1
        return UNKNOWN if counts["unknown"] < MAX_UNKNOWN else _farewell(server, GUESSING)

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Stores the mail for each recipient separately, and answers for each that failed."""
        raw, sender = envelope.content or b"", envelope.mail_from or ""
        if not isinstance(raw, bytes) or raw.count(b"\n") > MAX_LINES:
            return self._answer([TOO_LONG] * len(envelope.rcpt_tos))
        _counts(server)["mails"] += 1
        origin = self._origin(session)
        answers = [
            await self._store(Arrival(raw, address, sender, origin, timezone.now()))
            for address in envelope.rcpt_tos
        ]
        return self._answer(answers)

    def _origin(self, session: Session) -> str:
        """How this client came: SMTP from another machine counts as DIRECT, since no mail server of
        ours has checked it.
        """
        strange = self.origin == inbound_routes.SMTP and not is_here(session.peer)
        return inbound_routes.DIRECT if strange else self.origin

    async def _store(self, arrival: Arrival) -> str:
        try:
            return await self._ask(_store, arrival)
        except TooMany:
            return FLOODED
        except DatabaseError as error:
            log.warning("Could not store an incoming e-mail: %s", type(error).__name__)
            return LATER

    def _answer(self, answers: Sequence[str]) -> str:
        """In SMTP, one answer for all recipients: the first failure, so that the client retries.
        Storing a mail twice is harmless.
        """
        if self.origin == inbound_routes.LMTP:
            return "\r\n".join(answers)
        return next((answer for answer in answers if answer != STORED), STORED)

    async def handle_MAIL(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: Sequence[str],
    ) -> str:
        """Limits the mails per connection."""
        if _counts(server)["mails"] >= MAX_MAILS:
            return _farewell(server, TOO_MANY_MESSAGES)
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 Sender OK."

    async def handle_exception(self, error: Exception) -> str:
        """Answers any unexpected error with a temporary failure: the client keeps its mail and
        retries.
        """
        log.error("The mail listener closed a session after an error: %s", type(error).__name__)
        return LATER

    async def _ask(self, question: Callable[..., Result], *about: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, _fresh, question, *about
        )


def is_here(peer: Any) -> bool:
    """Whether the client runs on this machine."""
    host = peer[0] if isinstance(peer, tuple) else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return not host  # a Unix socket has no address
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _counts(server: SMTP) -> Counter[str]:
    """Counts of mails and unknown recipients of this connection, kept on its aiosmtpd object."""
    found: Counter[str] = vars(server).setdefault("said", Counter())
    return found


def _farewell(server: SMTP, words: str) -> str:
    """Closes the connection shortly after this answer; returns the answer."""
    if server.transport is not None:
        asyncio.get_running_loop().call_later(0.2, server.transport.close)
    return words


def _fresh(question: Callable[..., Result], *about: Any) -> Result:
    close_old_connections()  # the database may have restarted since
    return question(*about)


def _store(arrival: Arrival) -> str:
    taker = inbound_routes.taker_of(arrival.recipient)
    if taker is None:
        return UNKNOWN
    taker.take(arrival)
    return STORED


class _Counted:
    """Refuses connections beyond `MAX_CLIENTS`."""

    event_handler: Listener

    def connection_made(self, transport: Any) -> None:
        self.event_handler.clients += 1
        if self.event_handler.clients > MAX_CLIENTS:
            transport.write(f"{BUSY}\r\n".encode())
            transport.close()
            return
        super().connection_made(transport)  # type: ignore[misc]

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.clients -= 1
        super().connection_lost(error)  # type: ignore[misc]


class OurSMTP(_Counted, SMTP):
    """SMTP with anybody."""


class OurLMTP(_Counted, LMTP):
    """LMTP with our own mail server."""


def conversations(origin: str = inbound_routes.SMTP) -> Callable[[], SMTP]:
    """A factory that makes one protocol object per connection; all share the database thread."""
    answers = Listener(origin)
    sort = OurLMTP if origin == inbound_routes.LMTP else OurSMTP
    return lambda: sort(
        answers, data_size_limit=MAX_BYTES, enable_SMTPUTF8=True, hostname="tideweb", timeout=60
    )
