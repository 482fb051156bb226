"""Encryption at rest, for whatever must not be readable in the database.

AES-256-GCM with a key from outside the database. An encrypted value is

    version (1 byte, 3) | length of key id (1 byte) | key id | nonce (12 bytes) | ciphertext

Its associated data is its place (table, row and column), so that it can't be moved elsewhere. Where
the value of a place changes, a revision (AS_OF) is added, so that an earlier value can't be put
back. The plaintext is padded to one of a few lengths, or a copy of the database would tell a short
card from a long one.

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
AS_OF = " as of "  # between the place and its revision
STEPS = (256, 1024, 4096)  # bytes; longer values are padded to a multiple of the last
NONCE_BYTES = 12
TAG_BYTES = 16


class CannotOpen(Exception):
    """The value can't be decrypted with the current keys, or was encrypted for another place."""


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
    """The first bytes of every value encrypted with the first key, and of no other."""
    name = next(iter(ring())).encode()
    return bytes((VERSION, len(name))) + name


def seal(value: Any, place: str) -> bytes:
    """Encrypts a JSON value for one place ("table:row:column", optionally with AS_OF)."""
    key = next(iter(ring().values()))
    nonce = secrets.token_bytes(NONCE_BYTES)
    plain = filled(json.dumps(value, separators=(",", ":")).encode())
    return prefix() + nonce + AESGCM(key).encrypt(nonce, plain, _bound(VERSION, place))


def filled(text: bytes) -> bytes:
    """Pads JSON with trailing spaces to one of `STEPS`."""
    for step in STEPS:
        if len(text) <= step:
            return text.ljust(step)
    return text.ljust(-(-len(text) // STEPS[-1]) * STEPS[-1])


def unseal(sealed: bytes | memoryview, place: str) -> Any:
    """Decrypts a value that was sealed for the same place. Raises `CannotOpen`."""
    version, key_id, rest = _split(bytes(sealed))
    key = ring().get(key_id)
    if key is None:
        raise CannotOpen(f"{place} is sealed with the key {key_id!r}, which is not in the ring.")
    bound = _bound(version, place)
    try:
        plain = AESGCM(key).decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], bound)
    except InvalidTag:
        raise CannotOpen(f"{place} does not open: wrong key, moved, altered or outdated.") from None
    return json.loads(plain)


def _bound(version: int, place: str) -> bytes:
    """The associated data. It contains the version, so that a value can't be passed off as an older
    one.
    """
    if version < 3:
        return place.partition(AS_OF)[0].encode()
    return bytes((version,)) + place.encode()


def _split(data: bytes) -> tuple[int, str, bytes]:
    """Version, key id, and nonce with ciphertext."""
    least = 2 + NONCE_BYTES + TAG_BYTES
    if len(data) < least or data[0] not in READABLE or len(data) < least + data[1]:
        raise CannotOpen("This is no sealed value.")
    end = 2 + data[1]
    return data[0], data[2:end].decode(errors="replace"), data[end:]
