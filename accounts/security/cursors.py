"""Opaque cursors: where somebody has read up to.

Ids of transactions and rows count what everybody does here, so a readable cursor would reveal that
somebody has just written something, such as a bid. A cursor is therefore encrypted with a new nonce
each time, and two for the same position look different.
"""

import base64
import binascii
import functools
import secrets
import struct

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db.models import Max

from accounts import encryption
from accounts.models import Outage
from accounts.operation.heartbeats import RESTORE

FORM = struct.Struct(">QBq")
LENGTH = 60  # characters
Position = tuple[int, int, int]


def seal(position: Position, whose: int | str) -> str:
    """An opaque cursor that is good only for `whose`: the id of a person, or what they read."""
    key = next(iter(encryption.ring().values()))
    nonce = secrets.token_bytes(encryption.NONCE_BYTES)
    sealed = AESGCM(key).encrypt(nonce, FORM.pack(*position), _associated_data_of(whose))
    return base64.urlsafe_b64encode(nonce + sealed).decode()


def unseal(cursor: str, whose: int | str) -> Position | None:
    """The position; None if the cursor is forged or somebody else's."""
    try:
        data = base64.urlsafe_b64decode(cursor.encode("ascii"))
    except (binascii.Error, ValueError):
        return None
    nonce, sealed = data[: encryption.NONCE_BYTES], data[encryption.NONCE_BYTES :]
    for key in encryption.ring().values():
        try:
            first, second, third = FORM.unpack(
                AESGCM(key).decrypt(nonce, sealed, _associated_data_of(whose))
            )
        except (InvalidTag, ValueError, struct.error):
            continue
        return first, second, third
    return None


def _associated_data_of(whose: int | str) -> bytes:
    """After a restore the ids that came after the backup are given again, so no cursor from before
    it is good any more."""
    restored = restores()
    return f"cursor of {whose}{f' since {restored}' if restored else ''}".encode()


@functools.cache  # nothing else runs during a restore, so each process begins after it
def restores() -> int:
    """The id of the last restore; 0 if there was none."""
    last = Outage.objects.filter(what=RESTORE).aggregate(last=Max("id"))["last"]
    return int(last or 0)
