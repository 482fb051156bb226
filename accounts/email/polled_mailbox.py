"""A mailbox that is read by IMAP or JMAP instead of an MX of our own, for small clubs.

Each new mail is handed over as the listener does, and marked as read once we have it for good.  The
mailbox's own server has looked at who sent it, and says so in `Authentication-Results`.
"""

import imaplib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from email import policy
from email.parser import BytesHeaderParser
from email.utils import getaddresses, parseaddr
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from accounts.email import imap_mailbox, inbound_routes, jmap_mailbox
from accounts.email.inbound_routes import MAILBOX, Arrival, TooMany

MAX_BYTES = 256 * 1024
AT_ONCE = 200  # mails of one look
PATIENCE = 30.0  # seconds that its server may take for an answer
# Where servers write down for whom a mail was, the surest first.
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
FAILURES = (OSError, imaplib.IMAP4.error)  # it is away, or says what nobody understands


class Box(Protocol):
    """A mailbox that is open, whatever it is read by."""

    def unread(self) -> Sequence[str]:
        """The keys of the mails that nobody has read, the oldest first."""

    def fetched(self, key: str, most: int) -> bytes | None:
        """The whole mail, unless it is bigger than that or gone."""

    def mark(self, key: str) -> None:
        """Marks it as read."""


WAYS: dict[str, Callable[[SplitResult, float], AbstractContextManager[Box]]] = {
    "imap": imap_mailbox.opened,
    "imaps": imap_mailbox.opened,
    "http": jmap_mailbox.opened,
    "https": jmap_mailbox.opened,
}


@contextmanager
def opened(url: str) -> Iterator[Box]:
    """The mailbox of `imaps://user:password@host/INBOX`, or `https://user:password@host/` for JMAP;
    without the s only on this machine.  Raises one of `FAILURES`, or `ValueError` for a bad URL."""
    parts = urlsplit(url)
    if parts.scheme not in WAYS or parts.hostname is None:
        raise ValueError("MAILBOX_URL is imaps://… or, for JMAP, https://user:password@host/")
    if not parts.scheme.endswith("s") and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        raise ValueError(
            "MAILBOX_URL with a password goes by imaps or https only, but to this host"
        )
    with WAYS[parts.scheme](parts, PATIENCE) as box:
        yield box


def why(error: Exception) -> str:
    """Why it could not be read, in words that hold nothing of the URL."""
    own = isinstance(error, jmap_mailbox.Unreadable)
    return str(error) if own else type(error).__name__


def read(url: str) -> int:
    """Hands over what is new; returns how many mails somebody here took.

    What is nobody's stays in the mailbox, marked as read; what came too often waits, unread.
    """
    with opened(url) as box:
        return sum(_one(box, key) for key in box.unread()[:AT_ONCE])


def _one(box: Box, key: str) -> bool:
    raw = box.fetched(key, MAX_BYTES)
    try:
        taken = raw is not None and handed_over(raw)
    except TooMany:
        return False
    box.mark(key)
    return taken


def handed_over(raw: bytes) -> bool:
    """Gives a mail to whoever has the address that it came to.  Raises `TooMany`."""
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    values = [str(value) for name in RECIPIENTS for value in headers.get_all(name, [])]
    sender = parseaddr(str(headers.get("Return-Path") or headers.get("From") or ""))[1]
    if "Return-Path" in headers and not sender:
        sender = ""  # the null return path: no person wrote it
    for address in dict.fromkeys(address for _name, address in getaddresses(values) if address):
        taker = inbound_routes.taker_of(address)
        if taker is not None:
            taker.take(Arrival(raw, address, sender, MAILBOX))
            return True
    return False
