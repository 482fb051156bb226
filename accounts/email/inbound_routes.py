"""Who takes mail that comes in.

`accounts` talks to mail servers without knowing what a game is: each part of the house says
which addresses are its own, and what to do with a mail to one of them (as
`accounts.notifications.kinds` does for letters).  Whatever it does is done before the mail is
acknowledged, so it stores, and no more.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from django.utils import timezone

LMTP, SMTP, DIRECT, WEBHOOK, MAILBOX = "lmtp", "smtp", "direct", "webhook", "mailbox"
VOUCHED = (LMTP, WEBHOOK, MAILBOX)  # what came so was looked at by a mail server of ours


@dataclass(frozen=True)
class Arrival:
    """A mail as one of its recipients gets it.

    `sender` is the envelope's, "" for the null return path; `door` how it came: LMTP from a mail
    server of ours, SMTP from this machine, the same DIRECT from anywhere else, a provider's
    webhook, or a MAILBOX that we read.
    """

    raw: bytes
    recipient: str
    sender: str = ""
    door: str = SMTP
    at: datetime = field(default_factory=timezone.now)

    def __repr__(self) -> str:  # neither the mail nor a secret address belongs into a log
        return f"<{len(self.raw)} bytes by {self.door}>"


class TooMany(Exception):
    """So much came for this address lately that it has to wait."""


class Taker(Protocol):
    """Whoever has addresses of its own."""

    def knows(self, address: str) -> bool:
        """Whether a mail to this address would be taken now.  Raises `TooMany`."""

    def take(self, arrival: Arrival) -> None:
        """Stores it; whoever returns from here has it for good.  Taking it twice is harmless."""


TAKERS: list[Taker] = []


def register(taker: Taker) -> None:
    """Makes a taker known, from an app's `ready`.  The first that knows an address has it."""
    TAKERS.append(taker)


def is_written(address: str) -> bool:
    """Whether it could be an address at all: some are made of what no database takes."""
    alone = address.lower() == "postmaster"  # who needs no domain (RFC 5321, 4.5.1)
    return alone or ("@" in address and address.isprintable() and " " not in address)


def taker_of(address: str) -> Taker | None:
    """Whoever takes mail for this address; None: it is nobody's.  Raises `TooMany`."""
    if not is_written(address):
        return None
    return next((taker for taker in TAKERS if taker.knows(address)), None)
