"""Limits unsolicited letters: an address gets at most three in thirty days.

They are counted per address, whoever causes them: invitations, confirmations, and answers to "who
is it?". We store only a keyed hash of the address, for those thirty days. Its owner decides: each
such letter has a link that stops them for good, and one click there allows them again.
"""

import base64
import binascii
import secrets
from datetime import timedelta

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import encryption
from accounts.models import Suppression, UnaskedLetter

MAX_LETTERS = 3
WITHIN = timedelta(days=30)
ASKED = "asked"  # reason of a suppression: the address's owner asked for it
PLACE = b"accounts.unasked"
MARK = "a:"  # before an address in a link


def digest(address: str) -> str:
    """The keyed hash of a mailbox. What follows a plus sign is ignored, because it leads to the
    same mailbox (RFC 5233)."""
    local, _at, domain = address.strip().lower().rpartition("@")
    box = f"{local.partition('+')[0] or local}@{domain}"
    return salted_hmac("accounts.unasked", box, algorithm="sha256").hexdigest()


def admit(address: str, key: str, *, counts: bool = True) -> bool:
    """Whether this letter may be sent; records it if so. A letter (`key`) that was admitted once is
    admitted again.

    It executes the same statements whatever the answer, and is serialised per address.
    """
    now, whose = timezone.now(), digest(address)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int(whose[:15], 16)])
        lately = UnaskedLetter.objects.filter(digest=whose, at__gt=now - WITHIN, counts=True)
        keys = list(lately.values_list("key", flat=True))
        free = key in keys or len(keys) < MAX_LETTERS or not counts
        UnaskedLetter.objects.bulk_create(
            [UnaskedLetter(digest=whose, key=key, counts=counts and free, at=now)],
            ignore_conflicts=True,
        )
    return free


def is_refused(address: str) -> bool:
    """Whether the address's owner asked us not to write."""
    return Suppression.objects.filter(address=address.lower(), reason=ASKED).exists()


def forget(addresses: list[str]) -> None:
    """Resets the count of these addresses: their owner allows letters again, or has left."""
    UnaskedLetter.objects.filter(digest__in=[digest(each) for each in addresses]).delete()


def purge() -> int:
    """Deletes rows older than `WITHIN`; returns how many."""
    return UnaskedLetter.objects.filter(at__lt=timezone.now() - WITHIN).delete()[0]


def token(address: str, letter: str = "") -> str:
    """An address encrypted for use in a link, so that it doesn't end up in access logs; always
    the same for the same `letter`."""
    text = address.strip().lower().encode()
    nonce = _nonce_of(letter, text) if letter else secrets.token_bytes(encryption.NONCE_BYTES)
    sealed = nonce + AESGCM(_key()).encrypt(nonce, text, PLACE)
    return MARK + base64.urlsafe_b64encode(sealed).decode().rstrip("=")


def _nonce_of(letter: str, text: bytes) -> bytes:
    """Derived from all that it is used for, so that no two texts ever share one."""
    whole = salted_hmac("accounts.unasked.nonce", letter.encode() + b" " + text, algorithm="sha256")
    return whole.digest()[: encryption.NONCE_BYTES]


def _key() -> bytes:
    """Derived from SECRET_KEY, like all links in letters: a seal key may be removed as soon as all
    is re-encrypted, but a letter can't be."""
    return salted_hmac("accounts.unasked.link", "key", algorithm="sha256").digest()


def read(token: str) -> str:
    """The address in a link's token; empty if we didn't make it."""
    try:
        text = token.removeprefix(MARK)
        data = base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return ""
    nonce, sealed = data[: encryption.NONCE_BYTES], data[encryption.NONCE_BYTES :]
    for key in (_key(), *encryption.ring().values()):  # those of the ring made them until 0.3.0
        try:
            return AESGCM(key).decrypt(nonce, sealed, PLACE).decode()
        except (InvalidTag, ValueError):
            continue
    return ""
