"""The wire to the mail server: one kept connection, and its answers sorted into three."""

import re
import smtplib
from types import TracebackType
from typing import Any

from anymail.exceptions import AnymailRecipientsRefused
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends import smtp

from accounts.channels.lines import RefusedForGood, TryLater, Unreachable

# An address that stands in the envelope as it is, alone or behind a name.
PLAIN = r"([\w.!#$%&*+/=?^{|}~-]+@[a-z0-9.-]+)"
ADDRESS = re.compile(rf"(?:.* <{PLAIN}>|{PLAIN})", re.ASCII | re.IGNORECASE | re.DOTALL)


class AddressRefused(RefusedForGood):
    """It is the recipient whom the server does not take, not this letter."""


class Wire:
    """Opens at the first letter, stays open for the next ones, and opens again when dropped."""

    def __init__(self) -> None:
        self._connection = get_connection(fail_silently=False)
        self._open = False

    def __enter__(self) -> "Wire":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def send(self, mail: EmailMessage) -> None:
        """Hands one letter over.  Raises `RefusedForGood`, `TryLater` or `Unreachable`.

        A kept connection that turns out to be dead is opened once more; the letter keeps its
        Message-ID, so a server that took it twice shows it once.
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
        except OSError as error:  # every error of smtplib is one
            self._close()
            raise Unreachable(_said(error)) from error
        self._open = True

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
        except OSError as error:
            self._close()
            raise TryLater(_said(error)) from error

    def _submit(self, mail: EmailMessage) -> None:
        """To a mail server with plain addresses in the envelope: Django parses and writes them
        anew for each letter, which costs a third of all that sending does."""
        sender, *readers = [_bare(address) for address in (mail.from_email, *mail.recipients())]
        backend = self._connection
        server = backend.connection if isinstance(backend, smtp.EmailBackend) else None
        if server is None or not readers or not all((sender, *readers)):
            backend.send_messages([mail])
        else:
            raw: Any = mail.message()
            server.sendmail(sender, readers, raw.as_bytes(linesep="\r\n"))

    def _close(self) -> None:
        self._open = False
        try:
            self._connection.close()
        except OSError:  # it was dead already
            self._connection.connection = None  # type: ignore[attr-defined]


def _bare(address: str) -> str:
    """The address without the name; empty if it is not plain."""
    found = ADDRESS.fullmatch(address)
    return (found[1] or found[2]) if found else ""


def _answer(code: int, text: bytes | str) -> RefusedForGood | TryLater:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    sort = RefusedForGood if code >= 500 else TryLater
    return sort(f"{code} {said}"[:160])


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:160]
