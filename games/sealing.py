"""What is hidden: encryption at rest, the committed secret, shuffles, receipts.

At rest: AES-256-GCM with a key from outside the database.  A sealed value is

    version (1 byte, 1) | length of key id (1 byte) | key id | nonce (12 bytes) | ciphertext

and its associated data names table, row and column, so that it cannot be moved elsewhere.
The deck and the receipts: docs/fairness.md, with test vectors.
"""

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

VERSION = 1
NONCE_BYTES = 12
TAG_BYTES = 16
Item = TypeVar("Item")


class CannotOpen(Exception):
    """A sealed value that the present keys do not open, or that stands in the wrong place."""


# ------------------------------------------------------------------ encryption at rest


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


def seal(value: Any, place: str) -> bytes:
    """The JSON value, encrypted for one place ("table:row:column")."""
    key_id, key = next(iter(parse_keys(settings.TIDEWEB_SEAL_KEYS).items()))
    nonce = secrets.token_bytes(NONCE_BYTES)
    name = key_id.encode()
    plain = json.dumps(value, separators=(",", ":")).encode()
    return (
        bytes((VERSION, len(name)))
        + name
        + nonce
        + AESGCM(key).encrypt(nonce, plain, place.encode())
    )


def unseal(sealed: bytes | memoryview, place: str) -> Any:
    """The JSON value that `seal` was given for the same place.  Raises `CannotOpen`."""
    data = bytes(sealed)
    key_id, rest = _split(data)
    key = parse_keys(settings.TIDEWEB_SEAL_KEYS).get(key_id)
    if key is None:
        raise CannotOpen(f"{place} is sealed with the key {key_id!r}, which is not in the ring.")
    try:
        plain = AESGCM(key).decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], place.encode())
    except InvalidTag:
        raise CannotOpen(f"{place} does not open: wrong key, or moved or altered.") from None
    return json.loads(plain)


def _split(data: bytes) -> tuple[str, bytes]:
    if len(data) < 2 or data[0] != VERSION or len(data) < 2 + data[1] + NONCE_BYTES + TAG_BYTES:
        raise CannotOpen("This is no sealed value.")
    end = 2 + data[1]
    return data[2:end].decode(errors="replace"), data[end:]


# ------------------------------------------------------------------ the deck


def new_secret() -> bytes:
    """The server's share in the deck: 256 random bits."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What is published before anybody sits down: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, entropies: Sequence[str]) -> bytes:
    """HMAC-SHA-256 of the seats' entropies in seat order, each behind its length (4 bytes)."""
    shares = [entropy.encode() for entropy in entropies]
    message = b"".join(len(share).to_bytes(4, "big") + share for share in shares)
    return hmac.digest(secret, message, "sha256")


def shuffled(items: Sequence[Item], game_seed: bytes, number: int) -> list[Item]:
    """Shuffle `number` (from 1) of a game: Fisher-Yates from the last place down."""
    order = list(items)
    words = _Words(game_seed, number)
    for place in range(len(order) - 1, 0, -1):
        other = words.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


class _Words:
    """The stream of 32-bit big-endian words of one shuffle."""

    def __init__(self, game_seed: bytes, number: int) -> None:
        self._seed = game_seed
        self._prefix = b"tideweb-shuffle/1" + number.to_bytes(4, "big")
        self._block = b""
        self._counter = 0

    def _next(self) -> int:
        if not self._block:
            message = self._prefix + self._counter.to_bytes(4, "big")
            self._block = hmac.digest(self._seed, message, "sha256")
            self._counter += 1
        word, self._block = self._block[:4], self._block[4:]
        return int.from_bytes(word, "big")

    def below(self, bound: int) -> int:
        """An even choice of 0 … bound-1: words past the last whole multiple are thrown away."""
        limit = (1 << 32) // bound * bound
        while (word := self._next()) >= limit:
            pass
        return word % bound


# ------------------------------------------------------------------ receipts


def new_salt() -> str:
    """128 random bits, in hex."""
    return secrets.token_hex(16)


def receipt(code: str, hand: int, seat: int, notation: str, salt: str) -> str:
    """The digest that commits to a bid; the salt (hex) keeps it from being guessed."""
    text = f"tideweb-bid/1\n{code}\n{hand}\n{seat}\n{notation}\n"
    return hashlib.sha256(text.encode() + bytes.fromhex(salt)).hexdigest()
