"""Knows which reply addresses are ours, and stores the mail to them.

Called by the mail listener and the providers' webhooks before they acknowledge a mail.
"""

import hashlib
import re

from accounts.email.inbound_routes import Arrival, TooMany
from games.services.mail import inbox, reply_addresses

MESSAGE_ID = re.compile(
    rb"^message-id[ \t]*:[ \t]*(?:\n[ \t]+)?([^\r\n]{1,990})", re.IGNORECASE | re.MULTILINE
)


class Replies:
    """Takes mail for reply addresses; also for expired and revoked ones, to answer those."""

    def knows(self, address: str) -> bool:
        """Whether this is somebody's reply address. Raises `TooMany`."""
        row = reply_addresses.address_named(address)
        if row is None:
            return False
        if inbox.is_flooded(row):
            raise TooMany
        return True

    def take(self, arrival: Arrival) -> None:
        """Stores the mail; once per Message-ID and address."""
        row = reply_addresses.address_named(arrival.recipient)
        if row is not None:
            inbox.store(row, arrival.raw, arrival.sender, arrival.origin, identity(arrival.raw))


def identity(raw: bytes) -> str:
    """A digest of its first Message-ID, or of the whole mail if it has none."""
    found = MESSAGE_ID.search(raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0])
    named = found[1].decode("ascii", "replace").strip().encode() if found else b""
    return hashlib.sha256(b"id:" + named if named else b"raw:" + raw).hexdigest()
