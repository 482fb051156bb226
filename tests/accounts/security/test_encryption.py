"""Encryption at rest: places, keys, older formats, lengths."""

import base64

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from accounts import encryption

KEY = base64.b64encode(bytes(range(32))).decode()
OTHER = base64.b64encode(bytes(range(1, 33))).decode()


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
    key_id, key = next(iter(encryption.ring().items()))
    nonce = bytes(12)
    secret = AESGCM(key).encrypt(nonce, b'["44","5a"]', b"bid:x:1:0")
    old = bytes((1, len(key_id))) + key_id.encode() + nonce + secret
    assert encryption.unseal(old, "bid:x:1:0") == ["44", "5a"]
    assert not old.startswith(encryption.prefix())  # so that `reseal` finds it


def test_what_a_value_replaced_cannot_be_put_back() -> None:
    first, second = f"bid:x:1:0{encryption.AS_OF}0", f"bid:x:1:0{encryption.AS_OF}1"
    value = encryption.seal("44", first)
    assert encryption.unseal(value, first) == "44"
    with pytest.raises(encryption.CannotOpen):
        encryption.unseal(value, second)


def test_what_was_sealed_before_that_was_bound_still_opens() -> None:
    key_id, key = next(iter(encryption.ring().items()))
    nonce = bytes(12)
    secret = AESGCM(key).encrypt(nonce, b'["44","5a"]'.ljust(256), b"bid:x:1:0")
    old = bytes((2, len(key_id))) + key_id.encode() + nonce + secret
    assert encryption.unseal(old, f"bid:x:1:0{encryption.AS_OF}3") == ["44", "5a"]
    assert not old.startswith(encryption.prefix())  # so that `reseal` finds it


def test_lengths_are_few() -> None:
    least = len(encryption.seal(0, "bid:x:1:0")) - 256
    sizes = {len(encryption.seal("x" * length, "bid:x:1:0")) for length in range(0, 20_000, 7)}
    assert sizes == {least + length for length in (256, 1024, *range(4096, 20_481, 4096))}
