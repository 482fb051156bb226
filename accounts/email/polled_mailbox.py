"""Polls a mailbox by IMAP or JMAP, for small clubs that have no MX of their own.

Each new mail is handed over as the listener does it, and marked as read once it is stored. The
mailbox's own server has authenticated the sender; its `Authentication-Results` say how.
"""

import imaplib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from email import policy
from email.parser import BytesHeaderParser
from email.utils import getaddresses, parseaddr
from itertools import islice
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from accounts.email import imap_mailbox, inbound_routes, jmap_mailbox
from accounts.email.inbound_routes import MAILBOX, MAX_BYTES, Arrival, TooMany

BATCH_SIZE = 200  # mails per poll that are marked as read
MAX_TRIED = 1000  # mails per poll; most of them may have to stay unread
PATIENCE = 30.0  # seconds to wait for an answer of its server
# Headers in which servers record the recipient, the most reliable first.
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
FAILURES = (OSError, imaplib.IMAP4.error)  # the server is down, or its answer makes no sense


class BadAddress(ValueError):
    """MAILBOX_URL can't be used. The message says why, and holds no part of it."""


class Box(Protocol):
    """An open mailbox, by any protocol."""

    def unread(self, most: int) -> Sequence[str]:
        """The keys of at most so many unread mails, oldest first."""

    def fetched(self, key: str, most: int) -> bytes | None:
        """The first `most` bytes of the mail; None if it is gone."""

    def mark(self, key: str) -> None:
        """Marks this mail as read."""


WAYS: dict[str, Callable[[SplitResult, float], AbstractContextManager[Box]]] = {
    "imap": imap_mailbox.opened,
    "imaps": imap_mailbox.opened,
    "http": jmap_mailbox.opened,
    "https": jmap_mailbox.opened,
}


@contextmanager
def opened(url: str) -> Iterator[Box]:
    """Opens the mailbox at `imaps://user:password@host/INBOX`, or `https://user:password@host/` for
    JMAP; without TLS only on this machine. Raises one of `FAILURES`, or `BadAddress`.
    """
    parts = urlsplit(url)
    if parts.scheme not in WAYS or parts.hostname is None:
        raise BadAddress("MAILBOX_URL is imaps://… or, for JMAP, https://user:password@host/")
    if not parts.scheme.endswith("s") and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        raise BadAddress(
            "MAILBOX_URL with a password goes by imaps or https only, but to this host"
        )
    with WAYS[parts.scheme](parts, PATIENCE) as box:
        yield box


def why(error: Exception) -> str:
    """Why the mailbox couldn't be read, without any part of its URL."""
    own = isinstance(error, jmap_mailbox.Unreadable | BadAddress)
    return str(error) if own else type(error).__name__


def read(url: str) -> int:
    """Hands over new mails; returns how many were for somebody here.

    Mail for nobody stays in the mailbox, marked as read; mail to an address that got too much
    lately, or that can't be fetched now, stays unread for the next poll. It doesn't count towards
    the batch: being older, it would hold up everybody else's.
    """
    with opened(url) as box:
        tried = (_one(box, key) for key in box.unread(MAX_TRIED))
        return sum(islice((taken for taken in tried if taken is not None), BATCH_SIZE))


def _one(box: Box, key: str) -> bool | None:
    """Whether it was for somebody here; None if it stays unread."""
    try:
        raw = box.fetched(key, MAX_BYTES + 1)
        taken = raw is not None and handed_over(inbound_routes.beginning(raw))
    except (TooMany, imap_mailbox.NotNow, jmap_mailbox.NotNow):
        return None
    box.mark(key)
    return taken


def handed_over(raw: bytes) -> bool:
    """Hands a mail to the taker of its first known recipient; False if there is none. Raises
    `TooMany`.
    """
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    values = [str(value) for name in RECIPIENTS for value in headers.get_all(name, [])]
    sender = parseaddr(str(headers.get("Return-Path") or headers.get("From") or ""))[1]
    if "Return-Path" in headers and not sender:
        sender = ""  # the null return path: an automatic mail
    for address in dict.fromkeys(address for _name, address in getaddresses(values) if address):
        taker = inbound_routes.taker_of(address)
        if taker is not None:
            taker.take(Arrival(raw, address, sender, MAILBOX))
            return True
    return False
