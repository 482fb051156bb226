"""Reads a mailbox by IMAP (RFC 9051): `imaps://user:password@host/INBOX`."""

import imaplib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from urllib.parse import SplitResult, unquote

log = logging.getLogger(__name__)


class NotNow(imaplib.IMAP4.error):
    """The server can't hand out this mail at the moment."""


class ImapBox:
    """An open mailbox; implements `accounts.email.polled_mailbox.Box`."""

    def __init__(self, line: imaplib.IMAP4) -> None:
        self._line = line

    def unread(self, most: int) -> Sequence[str]:
        _status, found = self._line.uid("SEARCH", "UNSEEN")
        return [key.decode() for key in (found[0] or b"").split()[:most]]

    def fetched(self, key: str, most: int) -> bytes | None:
        status, parts = self._line.uid("FETCH", key, f"(BODY.PEEK[]<0.{most}>)")
        if status != "OK":
            log.warning("A mail could not be fetched; it stays unread for the next poll")
            raise NotNow
        return next((part[1] for part in parts if isinstance(part, tuple)), None)

    def mark(self, key: str) -> None:
        self._line.uid("STORE", key, "+FLAGS", r"(\Seen)")


@contextmanager
def opened(parts: SplitResult, patience: float) -> Iterator[ImapBox]:
    secure = parts.scheme == "imaps"
    sort = imaplib.IMAP4_SSL if secure else imaplib.IMAP4
    line = sort(parts.hostname or "", parts.port or (993 if secure else 143), timeout=patience)
    try:
        line.login(unquote(parts.username or ""), unquote(parts.password or ""))
        status, _said = line.select(unquote(parts.path.strip("/")) or "INBOX")
        if status != "OK":
            raise imaplib.IMAP4.error("no such mailbox")
        yield ImapBox(line)
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            line.logout()
