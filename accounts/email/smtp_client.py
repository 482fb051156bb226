"""The connection to the mail server: kept open, with every failure mapped to one of four
exceptions.
"""

import re
import smtplib
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import requests
from anymail.exceptions import AnymailRecipientsRefused
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends import smtp
from urllib3.exceptions import ProtocolError

from accounts.email.mime_bytes import Post
from accounts.operation.send_errors import (
    OutcomeUnknown,
    RefusedForGood,
    TryLater,
    Unreachable,
)

# An address that needs no encoding in the envelope, alone or after a name.
PLAIN = r"([\w.!#$%&*+/=?^{|}~-]+@[a-z0-9.-]+)"
ADDRESS = re.compile(rf"(?:.* <{PLAIN}>|{PLAIN})", re.ASCII | re.IGNORECASE | re.DOTALL)

# What a mail server says if it refuses us, and not a reader: a limit (RFC 3463, 3.5), or that it
# relays nothing from here, in the words of Postfix, Sendmail, Exim and Exchange.
REFUSES_US = re.compile(
    r"\b5\.4\.5\b|relay access denied|relaying denied|relay not permitted|unable to relay",
    re.IGNORECASE,
)

# Round trips until the server has the complete letter, at most: a dead kept connection; a new one
# with greeting, TLS and password; then MAIL, RCPT, DATA and the letter itself.
STEPS = 14
Reply = tuple[int, bytes]


class AddressRefused(RefusedForGood):
    """The server refuses the recipient, not the letter."""


class SmtpClient:
    """Connects at the first letter, keeps the connection for the next ones, and reconnects when
    dropped.
    """

    def __init__(self) -> None:
        self._connection = get_connection(fail_silently=False)
        self._open = False

    def __enter__(self) -> "SmtpClient":
        return self

    def __exit__(self, *_raised: object) -> None:
        self._close()

    def send(self, mail: EmailMessage) -> None:
        """Sends one letter. Raises `RefusedForGood`, `TryLater`, `OutcomeUnknown` or `Unreachable`.

        If a kept connection turns out to be dead, it reconnects once, unless the server already had
        the complete letter.
        """
        kept = self._open
        self._ensure_open()
        try:
            self._hand_over(mail)
        except TryLater:
            if not kept or self._open:
                raise
            self._ensure_open()
            self._hand_over(mail)

    def _ensure_open(self) -> None:
        if self._open:
            return
        try:
            self._connection.open()
            if (server := self._server()) is not None:
                server.ehlo_or_helo_if_needed()
                vars(server)["data"] = partial(_data, server)
        except OSError as error:  # all smtplib errors are OSErrors
            self._close()
            raise Unreachable(_said(error)) from error
        self._open = True

    def _server(self) -> smtplib.SMTP | None:
        """The SMTP session; None if we send through a provider's own API."""
        backend = self._connection
        return backend.connection if isinstance(backend, smtp.EmailBackend) else None

    def _hand_over(self, mail: EmailMessage) -> None:
        try:
            self._submit(mail)
        except smtplib.SMTPRecipientsRefused as error:
            code, text = next(iter(error.recipients.values()))
            answer = _answer(code, text)
            if isinstance(answer, RefusedForGood):
                raise AddressRefused(str(answer)) from error
            raise answer from error
        except AnymailRecipientsRefused as error:
            raise AddressRefused(_said(error)) from error
        except smtplib.SMTPDataError as error:
            raise _answer(error.smtp_code, error.smtp_error) from error
        except OutcomeUnknown:
            self._close()
            raise
        except OSError as error:
            self._close()
            if _was_posted(error):
                raise OutcomeUnknown(_said(error)) from error
            raise TryLater(_said(error)) from error

    def _submit(self, mail: EmailMessage) -> None:
        """Sends plain addresses to an SMTP server directly: Django parses and re-encodes them for
        each letter, which takes a third of the time of sending.
        """
        sender, *readers = [_bare(address) for address in (mail.from_email, *mail.recipients())]
        server = self._server()
        if server is None or not readers or not all((sender, *readers)):
            self._connection.send_messages([mail])
        else:
            self._dialogue(server, sender, readers, _raw(mail))

    def _dialogue(self, server: smtplib.SMTP, sender: str, readers: list[str], raw: bytes) -> None:
        if len(readers) == 1 and server.has_extn("pipelining"):
            _pipelined(server, sender, readers[0], raw)
        else:
            server.sendmail(sender, readers, raw)

    def _close(self) -> None:
        self._open = False
        try:
            self._connection.close()
        except OSError:
            self._connection.connection = None  # type: ignore[attr-defined]


def longest() -> timedelta:
    """The longest time that sending one letter may take."""
    return timedelta(seconds=STEPS * settings.EMAIL_TIMEOUT + settings.EMAIL_DATA_TIMEOUT)


def _raw(mail: EmailMessage) -> bytes:
    if isinstance(mail, Post):
        return mail.as_sent()
    message: Any = mail.message()
    raw: bytes = message.as_bytes(linesep="\r\n")
    return raw


def _pipelined(server: smtplib.SMTP, sender: str, reader: str, raw: bytes) -> None:
    """Like `smtplib.SMTP.sendmail` to one recipient and with the same exceptions, but MAIL, RCPT
    and DATA are sent together (RFC 2920).
    """
    size = f" size={len(raw)}" if server.has_extn("size") else ""
    server.send(f"MAIL FROM:<{sender}>{size}\r\nRCPT TO:<{reader}>\r\nDATA\r\n")
    asked, known, ready = (server.getreply() for _question in range(3))
    if (refused := _refused(asked, known, sender, reader)) is not None:
        _begin_anew(server, waits=ready[0] == 354)
        raise refused
    answer = _content(server, raw) if ready[0] == 354 else ready
    if answer[0] != 250:
        _begin_anew(server)
        raise smtplib.SMTPDataError(*answer)


def _refused(
    asked: Reply, known: Reply, sender: str, reader: str
) -> smtplib.SMTPSenderRefused | smtplib.SMTPRecipientsRefused | None:
    if asked[0] != 250:
        return smtplib.SMTPSenderRefused(*asked, sender)
    return None if known[0] in (250, 251) else smtplib.SMTPRecipientsRefused({reader: known})


def _begin_anew(server: smtplib.SMTP, *, waits: bool = False) -> None:
    """Resets the session after a refusal; if the server already `waits` for a letter, it gets an
    empty one.
    """
    with suppress(smtplib.SMTPServerDisconnected):
        if waits:
            server.send(b".\r\n")
            server.getreply()
        server.rset()


def _data(server: smtplib.SMTP, raw: bytes) -> Reply:
    """Like `smtplib.SMTP.data`, except for the wait for the last answer (see `_content`)."""
    server.putcmd("data")
    code, text = server.getreply()
    if code != 354:
        raise smtplib.SMTPDataError(code, text)
    return _content(server, raw)


def _content(server: smtplib.SMTP, raw: bytes) -> Reply:
    """Sends the letter; returns the server's answer, which may take minutes (RFC 5321, 4.5.3.2.6).

    Raises `OutcomeUnknown` if the server hangs up instead: it may have the letter or not.
    """
    ended = raw if raw.endswith(b"\r\n") else raw + b"\r\n"
    # A letter can't begin with a dot, since its headers come first.
    server.send(ended.replace(b"\r\n.", b"\r\n..") + b".\r\n")
    line: Any = server.sock
    try:
        line.settimeout(settings.EMAIL_DATA_TIMEOUT)
        answer = server.getreply()
        line.settimeout(settings.EMAIL_TIMEOUT)
    except OSError as error:
        raise OutcomeUnknown(_said(error)) from error
    return answer


def _was_posted(error: OSError) -> bool:
    """Whether a provider's API got the complete letter but didn't answer."""
    cause = error.__cause__ or error
    dropped = isinstance(cause, requests.ConnectionError) and cause.args
    return isinstance(cause, requests.ReadTimeout) or bool(
        dropped and isinstance(dropped[0], ProtocolError)
    )


def _bare(address: str) -> str:
    """The address without the name; empty if it isn't plain."""
    found = ADDRESS.fullmatch(address)
    return (found[1] or found[2]) if found else ""


def _answer(code: int, text: bytes | str) -> RefusedForGood | TryLater:
    decoded = text.decode(errors="replace") if isinstance(text, bytes) else text
    sort = RefusedForGood if code >= 500 and not REFUSES_US.search(decoded) else TryLater
    return sort(f"{code} {decoded}"[:160])


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:160]
