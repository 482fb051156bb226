"""Encryption at rest, for whatever must not be readable in the database.

AES-256-GCM with a key from outside the database. An encrypted value is

    version (1 byte, 3) | length of key id (1 byte) | key id | nonce (12 bytes) | ciphertext

Its associated data names table, row and column, so that it can't be moved elsewhere. Where the
value changes, a revision (AS_OF) is added, so that an earlier value can't be put back. The
plaintext is padded to one of a few lengths, or a copy of the database would tell a short card from
a long one.

Versions 1 (not padded) and 2 (no revision) can still be read; `manage.py reseal` re-encrypts them.
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
AS_OF = " as of "  # between the row and its revision
STEPS = (256, 1024, 4096)  # bytes; longer values are padded to a multiple of the last
NONCE_BYTES = 12
TAG_BYTES = 16
MIN_BYTES = 2 + NONCE_BYTES + TAG_BYTES  # bytes, without the id of the key
ENCODE = json.JSONEncoder(separators=(",", ":")).encode


class CannotOpen(Exception):
    """The value can't be decrypted with the current keys, or has other associated data."""


@lru_cache(maxsize=8)
def parse_keys(text: str) -> dict[str, bytes]:
    """Parses TIDEWEB_SEAL_KEYS into {id: 32 bytes}; the first key encrypts, the others only
    decrypt.

    Raises `ImproperlyConfigured`.
    """
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
    """The configured keys by id, the encrypting one first."""
    return parse_keys(settings.TIDEWEB_SEAL_KEYS)


def prefix() -> bytes:
    """The first bytes of all values, and only those, that were encrypted with the first key."""
    return _writing(settings.TIDEWEB_SEAL_KEYS)[0]


@lru_cache(maxsize=8)
def _writing(keys: str) -> tuple[bytes, AESGCM]:
    key_id, key = next(iter(parse_keys(keys).items()))
    return bytes((VERSION, len(key_id.encode()))) + key_id.encode(), AESGCM(key)


@lru_cache(maxsize=8)
def _reading(keys: str) -> dict[bytes, AESGCM]:
    return {key_id.encode(): AESGCM(key) for key_id, key in parse_keys(keys).items()}


def seal(value: Any, associated_data: str) -> bytes:
    """The JSON value, encrypted. `associated_data`: "table:row:column", AS_OF a revision or not."""
    begin, key = _writing(settings.TIDEWEB_SEAL_KEYS)
    nonce = secrets.token_bytes(NONCE_BYTES)
    text = ENCODE(value).encode()
    size, most = len(text), STEPS[-1]
    length = next((step for step in STEPS if size <= step), -(-size // most) * most)
    plain = text.ljust(length)  # JSON may end in blanks
    return begin + nonce + key.encrypt(nonce, plain, bytes((VERSION,)) + associated_data.encode())


def unseal(sealed: bytes | memoryview, associated_data: str) -> Any:
    """The JSON value that `seal` was given with the same associated data. Raises `CannotOpen`."""
    data = bytes(sealed)
    if len(data) < MIN_BYTES or data[0] not in READABLE or len(data) < MIN_BYTES + data[1]:
        raise CannotOpen("This is no sealed value.")
    nonce = 2 + data[1]
    text = nonce + NONCE_BYTES
    key = _reading(settings.TIDEWEB_SEAL_KEYS).get(data[2:nonce])
    if key is None:
        name = data[2:nonce].decode(errors="replace")
        raise CannotOpen(
            f"{associated_data} is sealed with the key {name!r}, which is not in the ring."
        )
    # The version is authenticated too, so that a value can't pass for one of an older version.
    if data[0] > 2:
        bound = data[:1] + associated_data.encode()
    else:
        bound = associated_data.partition(AS_OF)[0].encode()
    try:
        plain = key.decrypt(data[nonce:text], data[text:], bound)
    except InvalidTag:
        raise CannotOpen(
            f"{associated_data} does not open: wrong key, moved, altered or outdated."
        ) from None
    return json.loads(plain)
