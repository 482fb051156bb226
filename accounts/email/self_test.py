"""Sends a test e-mail to ourselves and waits until our own listener has taken it.

The process that takes it notifies the waiting one through the database, and stores nothing.
"""

import hmac
import json
import re
import secrets
import time
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection

from accounts.email import inbound_routes, returned_headers
from accounts.email.inbound_routes import Arrival

PREFIX = "test-"
LOCAL_PART = re.compile(rf"{PREFIX}([0-9a-f]{{16}})-([0-9a-f]{{16}})")
CHANNEL = "tideweb_mailcheck"
PATIENCE = 60.0  # seconds


@dataclass(frozen=True)
class Back:
    """A test letter that has come back, and what its headers tell (`returned_headers`)."""

    seconds: float
    facts: returned_headers.Facts = field(default_factory=dict)


def address_of(nonce: str) -> str:
    """The address of the test letter with this nonce."""
    return inbound_routes.address_of(f"{PREFIX}{nonce}-{_key(nonce)}")


def _key(nonce: str) -> str:
    secret = f"accounts.email.self_test{settings.SECRET_KEY}".encode()
    return hmac.new(secret, nonce.encode(), sha256).hexdigest()[:16]


def _nonce_of(address: str) -> str | None:
    found = LOCAL_PART.fullmatch(inbound_routes.local_of(address))
    if found is None or not hmac.compare_digest(found[2], _key(found[1])):
        return None
    return found[1]


class Returns:
    """Takes test letters (see `accounts.email.inbound_routes`)."""

    def knows(self, address: str) -> bool:
        """Whether this is the address of a test letter."""
        return _nonce_of(address) is not None

    def take(self, arrival: Arrival) -> None:
        """Notifies the process that waits for this letter."""
        told = json.dumps([_nonce_of(arrival.recipient), returned_headers.facts(arrival.raw)])
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, told])


def round_trip() -> Back | None:
    """Sends a test e-mail to ourselves; None if it takes more than `PATIENCE` seconds."""
    nonce = secrets.token_hex(8)
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
    begun = time.monotonic()
    try:
        EmailMessage(
            "Tideweb test e-mail",
            "mailcheck --itself\n",
            settings.DEFAULT_FROM_EMAIL,
            [address_of(nonce)],
            headers={
                "Auto-Submitted": "auto-generated",
                "List-Unsubscribe": f"<{settings.SITE_URL}/>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        ).send()
        return _waited(nonce, begun)
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"UNLISTEN {CHANNEL}")


def _waited(nonce: str, begun: float) -> Back | None:
    line: Any = connection.connection
    while (left := PATIENCE - (time.monotonic() - begun)) > 0:
        for note in line.notifies(timeout=left, stop_after=1):
            found, facts = json.loads(note.payload)
            if found == nonce:
                return Back(time.monotonic() - begun, facts)
    return None
