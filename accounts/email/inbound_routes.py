"""Our own addresses, and the code that handles the mail to each.

`accounts` talks to mail servers without knowing what a game is: each app registers a taker for its
own addresses (as it registers notices in `accounts.notifications.kinds`). A taker runs before the
mail is acknowledged, so it should store the mail and do no more.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from django.conf import settings
from django.utils import timezone

LMTP, SMTP, DIRECT, WEBHOOK, MAILBOX = "lmtp", "smtp", "direct", "webhook", "mailbox"
VOUCHED = (LMTP, WEBHOOK, MAILBOX)  # mail that one of our own servers has checked
MAX_BYTES = 256 * 1024
MAX_LINES = 2000


@dataclass(frozen=True)
class Arrival:
    """A mail as delivered to one recipient.

    `sender` is the envelope sender, "" for the null return path. `origin` is how it came: LMTP from
    our mail server, SMTP from this machine, DIRECT (SMTP from anywhere else), a provider's WEBHOOK,
    or a MAILBOX that we poll.
    """

    raw: bytes
    recipient: str
    sender: str = ""
    origin: str = SMTP
    at: datetime = field(default_factory=timezone.now)

    def __repr__(self) -> str:  # neither the mail nor its secret address belongs in a log
        return f"<{len(self.raw)} bytes by {self.origin}>"


class TooMany(Exception):
    """This address got so much mail lately that more has to wait."""


class Taker(Protocol):
    """Handles the mail to some addresses."""

    def knows(self, address: str) -> bool:
        """Whether it would take a mail to this address now. Raises `TooMany`."""

    def take(self, arrival: Arrival) -> None:
        """Stores the mail durably before it returns. Taking a mail twice is harmless."""


TAKERS: list[Taker] = []


def register(taker: Taker) -> None:
    """Registers a taker; called from an app's `ready`. The first that knows an address gets its
    mail.
    """
    TAKERS.append(taker)


def is_written(address: str) -> bool:
    """Whether this could be an address at all; some contain characters that no database accepts."""
    alone = address.lower() == "postmaster"  # which needs no domain (RFC 5321, 4.5.1)
    return alone or ("@" in address and address.isprintable() and " " not in address)


def taker_of(address: str) -> Taker | None:
    """The taker of mail for this address; None if nobody here has it. Raises `TooMany`."""
    if not is_written(address):
        return None
    return next((taker for taker in TAKERS if taker.knows(address)), None)


def beginning(raw: bytes) -> bytes:
    """The whole lines of a mail within our limits, for doors that can't refuse it: what a person
    wrote comes before what they attached.
    """
    if len(raw) > MAX_BYTES:
        raw = raw[: raw.rfind(b"\n", 0, MAX_BYTES) + 1]
    return b"\n".join(raw.split(b"\n", MAX_LINES)[:MAX_LINES])


# ------------------------------------------------------------------ how they are written


def address_of(local: str) -> str:
    """The full address for this local part, at the domain where we receive mail.

    A club without an MX of its own has a single mailbox, and our part follows a plus sign:
    `club+re-…@example.org`.
    """
    mailbox = f"{settings.REPLY_MAILBOX}+" if settings.REPLY_MAILBOX else ""
    return f"{mailbox}{local}@{settings.REPLY_DOMAIN}"


def local_of(address: str) -> str:
    """The local part of an address at that domain, in lower case; empty for any other address."""
    before, after = address_of("\n").lower().split("\n")
    address = address.strip().lower()
    if not (address.startswith(before) and address.endswith(after)):
        return ""
    return address[len(before) : -len(after)]
