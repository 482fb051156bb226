"""Encryption at rest, the committed deck, and receipts; with fixed test vectors."""

import base64
import hashlib
from collections import Counter

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from accounts import encryption
from accounts import encryption as sealed
from games import sealing

KEY = base64.b64encode(bytes(range(32))).decode()
OTHER = base64.b64encode(bytes(range(1, 33))).decode()
SECRET = bytes(range(32))


def test_a_value_opens_in_its_place_with_its_key(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = f"a:{KEY}"
    sealed = encryption.seal({"cards": [44]}, "game:x:state")

    assert encryption.unseal(sealed, "game:x:state") == {"cards": [44]}
    assert b"44" not in sealed
    with pytest.raises(encryption.CannotOpen):
        encryption.unseal(sealed, "game:y:state")


def test_no_two_sealings_of_a_value_are_alike(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = f"a:{KEY}"

    assert len({encryption.seal("44", "bid:x:1:0") for _time in range(50)}) == 50


def test_old_keys_still_open_and_the_first_one_writes(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = f"a:{KEY}"
    old = encryption.seal("44", "p")
    settings.TIDEWEB_SEAL_KEYS = f"b:{OTHER},a:{KEY}"
    new = encryption.seal("44", "p")

    assert encryption.unseal(old, "p") == encryption.unseal(new, "p") == "44"
    settings.TIDEWEB_SEAL_KEYS = f"b:{OTHER}"
    assert encryption.unseal(new, "p") == "44"
    with pytest.raises(encryption.CannotOpen, match="'a'"):
        encryption.unseal(old, "p")


def test_every_changed_byte_is_noticed(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = f"a:{KEY}"
    sealed = encryption.seal("44", "p")
    for place in range(len(sealed)):
        altered = bytearray(sealed)
        altered[place] ^= 1
        with pytest.raises(encryption.CannotOpen):
            encryption.unseal(bytes(altered), "p")
    for rubbish in (b"", b"\x01", sealed[:10]):
        with pytest.raises(encryption.CannotOpen):
            encryption.unseal(rubbish, "p")


@pytest.mark.parametrize("text", ["", "a", "a:", f":{KEY}", "a:AAAA", "a:!!", f"{'x' * 33}:{KEY}"])
def test_a_bad_key_ring_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        encryption.parse_keys(text)


def test_what_was_sealed_before_lengths_were_hidden_still_opens() -> None:
    key_id, key = next(iter(sealed.ring().items()))
    nonce = bytes(12)
    secret = AESGCM(key).encrypt(nonce, b'["44","5a"]', b"bid:x:1:0")
    old = bytes((1, len(key_id))) + key_id.encode() + nonce + secret
    assert encryption.unseal(old, "bid:x:1:0") == ["44", "5a"]
    assert not old.startswith(sealed.prefix())  # so that `reseal` finds it


def test_what_a_value_replaced_cannot_be_put_back() -> None:
    first, second = f"bid:x:1:0{sealed.AS_OF}0", f"bid:x:1:0{sealed.AS_OF}1"
    value = encryption.seal("44", first)
    assert encryption.unseal(value, first) == "44"
    with pytest.raises(encryption.CannotOpen):
        encryption.unseal(value, second)


def test_what_was_sealed_before_that_was_bound_still_opens() -> None:
    key_id, key = next(iter(sealed.ring().items()))
    nonce = bytes(12)
    secret = AESGCM(key).encrypt(nonce, b'["44","5a"]'.ljust(256), b"bid:x:1:0")
    old = bytes((2, len(key_id))) + key_id.encode() + nonce + secret
    assert encryption.unseal(old, f"bid:x:1:0{sealed.AS_OF}3") == ["44", "5a"]
    assert not old.startswith(sealed.prefix())  # so that `reseal` finds it


def test_lengths_are_few() -> None:
    least = len(sealed.seal(0, "bid:x:1:0")) - 256
    sizes = {len(sealed.seal("x" * length, "bid:x:1:0")) for length in range(0, 20_000, 7)}
    assert sizes == {least + length for length in (256, 1024, *range(4096, 20_481, 4096))}


def test_vector_of_the_commitment_and_the_seed() -> None:
    assert sealing.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert sealing.seed(SECRET, ["Marit", "sält", ""]).hex() == SEED_VECTOR


def test_vector_of_a_shuffle() -> None:
    seed = bytes.fromhex(SEED_VECTOR)

    assert sealing.shuffled(list(range(1, 13)), seed, 1) == SHUFFLE_VECTOR
    assert sealing.shuffled(list(range(1, 13)), seed, 2) != SHUFFLE_VECTOR


def test_a_shuffle_is_even() -> None:
    """Every item comes first about equally often: 2,400 shuffles of 6, five sigma."""
    firsts = Counter(sealing.shuffled("abcdef", SECRET, number)[0] for number in range(2_400))

    assert set(firsts) == set("abcdef")
    assert all(abs(count - 400) < 5 * 18.3 for count in firsts.values())


def test_vector_of_a_receipt() -> None:
    salt = "00112233445566778899aabbccddeeff"
    message = b"tideweb-bid/1\nabcdefghjkmn\n7\n2\n44\n" + bytes.fromhex(salt)

    assert sealing.receipt("abcdefghjkmn", 7, 2, "44", salt) == hashlib.sha256(message).hexdigest()


SEED_VECTOR = "adb151a9a2b728b8323249164997c9a6595a300eef6c1fad285b88bd8c56a9ca"
SHUFFLE_VECTOR = [4, 6, 11, 2, 5, 3, 9, 12, 10, 1, 7, 8]
