"""The committed secret, the deck that follows from it, receipts, and the digests of a record.

docs/fairness.md describes them, with test vectors. Encryption at rest is `accounts.encryption`.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
# The parts of a record, besides the names, that are fixed when the game starts.
FIXED = ("id", "game", "rules", "seats", "options", "commitment", "duplicate")


# ------------------------------------------------------------------ the deck


def new_secret() -> bytes:
    """The server's share in the deck: 256 random bits."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What is published before anybody sits down: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def words_from(secret: bytes, code: str, seat: int) -> str:
    """What a seat brings to the deck whose player brought no words: 64 hex digits.

    They follow from the committed secret, so that the server has nothing left to choose.
    """
    return hmac.digest(secret, f"tideweb-words/1\n{code}\n{seat}".encode(), "sha256").hex()


def seed(secret: bytes, entropies: Sequence[str]) -> bytes:
    """HMAC-SHA-256 of the seats' entropies in seat order, each preceded by its length (4 bytes)."""
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
        """A uniform choice of 0 … bound-1: words past the last whole multiple are rejected."""
        limit = (1 << 32) // bound * bound
        while (word := self._next()) >= limit:
            pass
        return word % bound


# ------------------------------------------------------------------ receipts


def new_salt() -> str:
    """128 random bits, in hex."""
    return secrets.token_hex(16)


def receipt(code: str, hand: int, seat: int, notation: str, salt: str) -> str:
    """The digest that commits to a bid. The salt (hex) prevents guessing."""
    text = f"tideweb-bid/1\n{code}\n{hand}\n{seat}\n{notation}\n"
    return hashlib.sha256(text.encode() + bytes.fromhex(salt)).hexdigest()


# ------------------------------------------------------------------ the start


def new_name_salt() -> str:
    """128 random bits, in hex. They prevent a name from being guessed after it was erased."""
    return new_salt()


def name_digest(code: str, seat: int, name: str, salt: str) -> str:
    """The digest that commits to the name at a seat. Without the salt (hex) nobody can guess the
    name."""
    text = f"tideweb-name/1\n{code}\n{seat}\n{name}\n"
    return hashlib.sha256(text.encode() + bytes.fromhex(salt)).hexdigest()


def start_digest(record: Mapping[str, Any], names: Sequence[str]) -> str:
    """The digest that commits to everything fixed at the start of a game. `names`: the name
    digests by seat.

    The seed (64 hex digits) binds everybody's words, even after somebody's were erased.
    """
    fixed = {key: record[key] for key in FIXED if key in record}
    deck = hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest()
    return _sha256_of({**fixed, "deck": deck, "format": "tideweb-start/1", "names": list(names)})


# ------------------------------------------------------------------ the record


def checksum(record: Mapping[str, Any]) -> str:
    """SHA-256 of everything in a record except its "checksum"."""
    return _sha256_of({name: value for name, value in record.items() if name != "checksum"})


def _sha256_of(values: Mapping[str, Any]) -> str:
    """Of the canonical JSON: keys sorted, no blanks, ASCII."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def bytes_of(text: object, length: int) -> bytes | None:
    """That many bytes from lower-case hex; None for anything else."""
    if not isinstance(text, str) or len(text) != 2 * length or set(text) - set("0123456789abcdef"):
        return None
    return bytes.fromhex(text)
