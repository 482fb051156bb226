"""Encryption at rest, for whatever must not be read out of the database.

AES-256-GCM with a key from outside the database.  A sealed value is

    version (1 byte, 3) | length of key id (1 byte) | key id | nonce (12 bytes) | ciphertext

and its associated data is its place: table, row and column, so that it cannot be moved elsewhere;
and, where the value of a place changes, what it is of (AS_OF), so that an earlier one cannot be put
back. The text is filled up to one of few lengths, or a copy of the database would tell a short card
from a long one.

Values of versions 1 (not filled up) and 2 (not bound to what they are of) still open, and
`manage.py reseal` seals them anew.
"""

import base64
import binascii
import json
import secrets
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

VERSION, READABLE = 3, (1, 2, 3)
AS_OF = " as of "  # behind the place
STEPS = (256, 1024, 4096)  # bytes; longer ones are filled up to a multiple of the last
NONCE_BYTES = 12
TAG_BYTES = 16
LEAST = 2 + NONCE_BYTES + TAG_BYTES  # bytes, without the id of the key
ENCODE = json.JSONEncoder(separators=(",", ":")).encode


class CannotOpen(Exception):
    """A sealed value that the present keys do not open, or that stands in the wrong place."""


@lru_cache(maxsize=8)
def parse_keys(text: str) -> dict[str, bytes]:
    """The key ring of `TIDEWEB_SEAL_KEYS`: id to 32 bytes; the first is the writing key."""
    ring = dict(_parse_key(entry) for entry in text.split(",") if entry.strip())
    if not ring:
        raise ImproperlyConfigured(
            "TIDEWEB_SEAL_KEYS is empty. Give it id:key, the key being 32 bytes in base64."
        )
    return ring


def _parse_key(entry: str) -> tuple[str, bytes]:
    key_id, _colon, encoded = entry.strip().partition(":")
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        key = b""
    if not key_id or len(key_id) > 32 or len(key) != 32:
        raise ImproperlyConfigured(
            f"TIDEWEB_SEAL_KEYS: the entry {key_id or '(no id)'!r} is not id:key with "
            "32 bytes in base64."
        )
    return key_id, key


def ring() -> dict[str, bytes]:
    """The keys by their ids, the writing one first."""
    return parse_keys(settings.TIDEWEB_SEAL_KEYS)


def prefix() -> bytes:
    """How every value begins that the first key sealed, and no other."""
    return _writing(settings.TIDEWEB_SEAL_KEYS)[0]


@lru_cache(maxsize=8)
def _writing(keys: str) -> tuple[bytes, AESGCM]:
    key_id, key = next(iter(parse_keys(keys).items()))
    return bytes((VERSION, len(key_id.encode()))) + key_id.encode(), AESGCM(key)


@lru_cache(maxsize=8)
def _reading(keys: str) -> dict[bytes, AESGCM]:
    return {key_id.encode(): AESGCM(key) for key_id, key in parse_keys(keys).items()}


def seal(value: Any, place: str) -> bytes:
    """The JSON value, encrypted for one place ("table:row:column", perhaps AS_OF something)."""
    begin, key = _writing(settings.TIDEWEB_SEAL_KEYS)
    nonce = secrets.token_bytes(NONCE_BYTES)
    plain = filled(ENCODE(value).encode())
    return begin + nonce + key.encrypt(nonce, plain, bytes((VERSION,)) + place.encode())


def filled(text: bytes) -> bytes:
    """JSON of one of few lengths: spaces at its end mean nothing."""
    for step in STEPS:
        if len(text) <= step:
            return text.ljust(step)
    return text.ljust(-(-len(text) // STEPS[-1]) * STEPS[-1])


def unseal(sealed: bytes | memoryview, place: str) -> Any:
    """The JSON value that `seal` was given for the same place.  Raises `CannotOpen`."""
    data = bytes(sealed)
    if len(data) < LEAST or data[0] not in READABLE or len(data) < LEAST + data[1]:
        raise CannotOpen("This is no sealed value.")
    nonce = 2 + data[1]
    text = nonce + NONCE_BYTES
    key = _reading(settings.TIDEWEB_SEAL_KEYS).get(data[2:nonce])
    if key is None:
        name = data[2:nonce].decode(errors="replace")
        raise CannotOpen(f"{place} is sealed with the key {name!r}, which is not in the ring.")
    # The version is bound as well, lest a value passes for one of an earlier.
    bound = data[:1] + place.encode() if data[0] > 2 else place.partition(AS_OF)[0].encode()
    try:
        plain = key.decrypt(data[nonce:text], data[text:], bound)
    except InvalidTag:
        raise CannotOpen(f"{place} does not open: wrong key, moved, altered or outdated.") from None
    return json.loads(plain)
