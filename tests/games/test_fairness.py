"""The committed deck and the receipts, with fixed test vectors."""

import hashlib
from collections import Counter

from games import fairness

SECRET = bytes(range(32))
SEED_VECTOR = "adb151a9a2b728b8323249164997c9a6595a300eef6c1fad285b88bd8c56a9ca"
SHUFFLE_VECTOR = [4, 6, 11, 2, 5, 3, 9, 12, 10, 1, 7, 8]


def test_vector_of_the_commitment_and_the_seed() -> None:
    assert fairness.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert fairness.seed(SECRET, ["Marit", "sält", ""]).hex() == SEED_VECTOR


def test_vector_of_a_shuffle() -> None:
    seed = bytes.fromhex(SEED_VECTOR)

    assert fairness.shuffled(list(range(1, 13)), seed, 1) == SHUFFLE_VECTOR
    assert fairness.shuffled(list(range(1, 13)), seed, 2) != SHUFFLE_VECTOR


def test_a_shuffle_is_even() -> None:
    """Every item comes first about equally often: 2,400 shuffles of 6, five sigma."""
    firsts = Counter(fairness.shuffled("abcdef", SECRET, number)[0] for number in range(2_400))

    assert set(firsts) == set("abcdef")
    assert all(abs(count - 400) < 5 * 18.3 for count in firsts.values())


def test_vector_of_a_receipt() -> None:
    salt = "00112233445566778899aabbccddeeff"
    message = b"tideweb-bid/1\nabcdefghjkmn\n7\n2\n44\n" + bytes.fromhex(salt)

    assert fairness.receipt("abcdefghjkmn", 7, 2, "44", salt) == hashlib.sha256(message).hexdigest()
