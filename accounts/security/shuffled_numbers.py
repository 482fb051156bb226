"""The numbers of rows as people and programs see them, which say nothing of the rows of others.

Rows are numbered one after another for everybody: from the numbers of two of their own, somebody
could tell that another was written in between, such as the receipt of a player who has answered by
e-mail (docs/fairness.md, section 7). What is shown instead is their place in a secret order: a
Feistel network over 30 bits, repeated until the result is in range ("cycle walking", Black and
Rogaway 2002, section 4), so that no two are the same and each leads back to its row.

With another SECRET_KEY the order is another one, too. So whoever takes such a number has to check
whose row it is, and none may stand in what must last, such as a link in a letter.
"""

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b

from django.conf import settings
from django.utils.crypto import salted_hmac

MAX_NUMBER = 10**9 - 1  # nine digits, as addresses take; beyond it the next as many are shuffled
HALF = 2**15
TURNS = 6


def shown(number: int) -> int:
    """The number to show for the row of that number; both are 1 or more."""
    return _walked(number, _forth)


def meant(number: int) -> int:
    """The number of the row for which this one is shown."""
    return _walked(number, _back)


def _walked(number: int, step: Callable[[int, bytes], int]) -> int:
    key = _key(settings.SECRET_KEY)
    block, place = divmod(number - 1, MAX_NUMBER)
    while (place := step(place, key)) >= MAX_NUMBER:
        pass
    return block * MAX_NUMBER + place + 1


def _forth(place: int, key: bytes) -> int:
    left, right = divmod(place, HALF)
    for turn in range(TURNS):
        left, right = right, left ^ _mix(turn, right, key)
    return left * HALF + right


def _back(place: int, key: bytes) -> int:
    left, right = divmod(place, HALF)
    for turn in reversed(range(TURNS)):
        left, right = right ^ _mix(turn, left, key), left
    return left * HALF + right


def _mix(turn: int, half: int, key: bytes) -> int:
    digest = blake2b(bytes([turn]) + half.to_bytes(2, "big"), digest_size=2, key=key).digest()
    return int.from_bytes(digest, "big") % HALF


@lru_cache(maxsize=4)
def _key(secret: str) -> bytes:
    return salted_hmac("accounts.shuffled_numbers", "", secret, algorithm="sha256").digest()
