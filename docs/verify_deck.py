"""The deck for `verify.py`, as docs/fairness.md, section 3, has it: words, seed and order.

Like the rules beside it, it shares no code with the project.
"""

import hmac
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any


def words_from(secret: bytes, code: str, seat: int) -> str:
    """What a seat has that brought no words."""
    text = f"tideweb-words/1\n{code}\n{seat}".encode()
    return hmac.new(secret, text, "sha256").hexdigest()


def seed_of(secret: bytes, entropies: Sequence[str]) -> bytes:
    """HMAC of everybody's words, each behind its length."""
    shares = [entropy.encode() for entropy in entropies]
    message = b"".join(len(share).to_bytes(4, "big") + share for share in shares)
    return hmac.new(secret, message, "sha256").digest()


def shuffled(items: Iterable[Any], seed: bytes, number: int) -> list[Any]:
    """Fisher-Yates from the last place down, drawing from HMAC-SHA-256 in 32-bit words."""
    order, words, counter = list(items), list[int](), 0
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        while True:
            if not words:
                text = b"tideweb-shuffle/1" + number.to_bytes(4, "big") + counter.to_bytes(4, "big")
                block = hmac.new(seed, text, "sha256").digest()
                words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < 2**32 // bound * bound:  # else it is thrown away: all must be equally likely
                break
        order[last], order[word % bound] = order[word % bound], order[last]
    return order


def told(record: dict[str, Any], secret: bytes) -> str:
    """Which words follow from the secret.  Who wrote the others, no record can show: whoever sat
    there knows."""
    own, unsure, others = list[str](), list[str](), False
    for seat, code, words in everybodys(record):
        place = f"{seat} at {code}" if "duplicate" in record else str(seat)
        if words == words_from(secret, code, seat):
            others = True
        elif re.fullmatch("[0-9a-f]{32}|", words) or words == record["players"][seat]:
            unsure.append(place)
        else:
            own.append(place)
    parts = [f"own words: {seats(own) if own else 'none'}"]
    parts += [f"own, or made by a server before version 0.3.1: {seats(unsure)}"] if unsure else []
    rest = "the others" if own or unsure else "all"
    return "; ".join([*parts, *([f"{rest} follow from the secret"] if others else [])])


def seats(places: Sequence[str]) -> str:
    return f"seat{'s' if len(places) > 1 else ''} {', '.join(places)}"


def everybodys(record: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
    """Seat, table and words, also those at the other tables that played the same deals."""
    codes = record.get("duplicate", [record["id"]])
    for seat, entropy in enumerate(record["entropies"]):
        words = table_by_table(entropy) if "duplicate" in record else [entropy]
        if len(words) != len(codes):
            yield seat, record["id"], entropy
        else:
            yield from ((seat, code, each) for code, each in zip(codes, words))


def table_by_table(entropy: str) -> list[str]:
    try:
        words = json.loads(entropy)
    except (ValueError, RecursionError):
        return []
    good = isinstance(words, list) and all(isinstance(each, str) for each in words)
    return words if good else []
