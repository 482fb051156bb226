"""A mailbox that is read by IMAP (RFC 9051) instead of an MX of our own, for small clubs.

Each new mail is handed over as the listener does, and marked as read once we have it for good.  The
mailbox's own server has looked at who sent it, and says so in `Authentication-Results`.
"""

import imaplib
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import policy
from email.parser import BytesHeaderParser
from email.utils import getaddresses, parseaddr
from urllib.parse import unquote, urlsplit

from accounts.email import inbound_routes
from accounts.email.inbound_routes import MAILBOX, Arrival, TooMany

log = logging.getLogger(__name__)
MAX_BYTES = 256 * 1024
AT_ONCE = 200  # mails of one look
PATIENCE = 30  # seconds that its server may take for an answer
# Where servers write down for whom a mail was, the surest first.
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")


@contextmanager
def opened(url: str) -> Iterator[imaplib.IMAP4]:
    """The mailbox of `imaps://user:password@host/INBOX`; imap without the s only for this host."""
    parts = urlsplit(url)
    secure = parts.scheme == "imaps"
    if parts.scheme not in ("imap", "imaps") or parts.hostname is None:
        raise ValueError("MAILBOX_URL is imaps://user:password@host/INBOX")
    if not secure and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        raise ValueError("MAILBOX_URL with a password goes by imaps only, but to this machine")
    sort = imaplib.IMAP4_SSL if secure else imaplib.IMAP4
    mailbox = sort(parts.hostname, parts.port or (993 if secure else 143), timeout=PATIENCE)
    try:
        mailbox.login(unquote(parts.username or ""), unquote(parts.password or ""))
        status, _said = mailbox.select(unquote(parts.path.strip("/")) or "INBOX")
        if status != "OK":
            raise imaplib.IMAP4.error("no such mailbox")
        yield mailbox
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            mailbox.logout()


def read(url: str) -> int:
    """Hands over what is new; returns how many mails somebody here took.

    What is nobody's stays in the mailbox, marked as read; what came too often waits, unread.
    """
    with opened(url) as mailbox:
        _status, found = mailbox.uid("SEARCH", "UNSEEN")
        keys = (found[0] or b"").split()[:AT_ONCE]
        return sum(_one(mailbox, key.decode()) for key in keys)


def _one(mailbox: imaplib.IMAP4, key: str) -> bool:
    raw = _fetched(mailbox, key)
    try:
        taken = raw is not None and handed_over(raw)
    except TooMany:
        return False
    mailbox.uid("STORE", key, "+FLAGS", r"(\Seen)")
    return taken


def _fetched(mailbox: imaplib.IMAP4, key: str) -> bytes | None:
    """The whole mail, unless it is bigger than what we read."""
    _status, said = mailbox.uid("FETCH", key, "(RFC822.SIZE)")
    size = SIZE.search(b" ".join(each for each in said if isinstance(each, bytes)))
    if size is None or int(size[1]) > MAX_BYTES:
        return None
    _status, parts = mailbox.uid("FETCH", key, "(BODY.PEEK[])")
    return next((part[1] for part in parts if isinstance(part, tuple)), None)


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
