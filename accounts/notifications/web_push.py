"""Web push: our VAPID key (RFC 8292) and the browsers that have subscribed."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from accounts import encryption
from accounts.models import PushDevice, User
from accounts.security import own_row, safe_http
from accounts.security.key_rotation import Column
from accounts.security.safe_http import NotAllowed

if TYPE_CHECKING:
    from webpush import WebPush

MAX_BROWSERS = 10  # per person; the oldest is replaced
KEY_BYTES, AUTH_BYTES, PRIVATE_BYTES = 65, 16, 32
CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class NotSubscribed(Exception):
    """The browser's subscription is invalid; `code` says why."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True)
class Key:
    """Our key pair; `application` is the public key in the form browsers expect."""

    private_pem: bytes
    public_pem: bytes
    application: str


def new_key() -> str:
    """A new value for `VAPID_PRIVATE_KEY`: 32 bytes, base64url."""
    value = ec.generate_private_key(CURVE).private_numbers().private_value
    return _encoded(value.to_bytes(PRIVATE_BYTES, "big"))


def derived_key(secret: str) -> str:
    """A private key derived from a secret, for `make run`, which has only that."""
    drawn = hmac.digest(secret.encode(), b"vapid", hashlib.sha512)
    value = int.from_bytes(drawn, "big") % (ORDER - 1) + 1
    return _encoded(value.to_bytes(PRIVATE_BYTES, "big"))


def key() -> Key | None:
    """The key of this site; None if there is none, and push is off then."""
    named = settings.VAPID_PRIVATE_KEY
    if named:
        return _key(named)
    return _key(derived_key(settings.SECRET_KEY)) if settings.EMBEDDED else None


@lru_cache(maxsize=4)
def _key(text: str) -> Key:
    try:
        value = int.from_bytes(_decoded(text, PRIVATE_BYTES), "big")
        private = ec.derive_private_key(value, CURVE)
    except ValueError:
        raise ImproperlyConfigured(
            "VAPID_PRIVATE_KEY is no key: make one with manage.py vapidkeys."
        ) from None
    public = private.public_key()
    return Key(
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        _public_key(public),
    )


def _public_key(public: ec.EllipticCurvePublicKey) -> str:
    """The uncompressed point, base64url without padding."""
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def writer(found: Key) -> "WebPush":
    """Encrypts messages for browsers and signs them with our key."""
    address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
    # Imported late: together with pydantic it takes as much memory as Django's ORM.
    from webpush import WebPush

    return WebPush(found.private_pem, found.public_pem, subscriber=address)


def subscribe(
    user: User, endpoint: str, p256dh: str, auth: str, label: str = "", session: int | None = None
) -> PushDevice:
    """Stores a browser's subscription, which ends with this session (the id of a UserSession).
    Repeating it is fine. Raises `NotSubscribed`, and `Refused` (signed_out)."""
    try:
        point = _decoded(p256dh, KEY_BYTES)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        _decoded(auth, AUTH_BYTES)
    except ValueError:
        raise NotSubscribed("malformed") from None
    try:
        safe_http.check(endpoint)
    except NotAllowed as refused:
        raise NotSubscribed(refused.code) from None
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    value = {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}
    fields = {
        "user": user,
        "sealed": encryption.seal(value, _associated_data_of(digest)),
        "label": label[:60],
        "session": session,
    }
    with transaction.atomic():
        own_row.hold(user)
        device, _new = PushDevice.objects.update_or_create(digest=digest, defaults=fields)
        surplus = PushDevice.objects.filter(user=user).order_by("-id").values_list("pk", flat=True)
        PushDevice.objects.filter(pk__in=list(surplus[MAX_BROWSERS:])).delete()
    return device


def label_of(agent: str, endpoint: str) -> str:
    """A recognisable name for the browser, from its User-Agent."""
    names = ("Edg", "Firefox", "Chrome", "Safari")
    name = next((each for each in names if each in agent), urlsplit(endpoint).hostname or "")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    where = next((each for each in systems if each in agent), "")
    return ", ".join(part for part in (name.replace("Edg", "Edge"), where) if part)


def remove(user: User, pk: int) -> bool:
    """Deletes a subscription; False if it isn't theirs."""
    return bool(PushDevice.objects.filter(user=user, pk=pk).delete()[0])


def subscription(device: PushDevice) -> dict[str, Any]:
    """Endpoint and keys of a browser, decrypted."""
    found: dict[str, Any] = encryption.unseal(device.sealed, _associated_data_of(device.digest))
    return found


def _decoded(text: str, length: int) -> bytes:
    """Decodes base64url of exactly `length` bytes. Raises `ValueError`."""
    plain = base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    if len(plain) != length:
        raise ValueError(length)
    return plain


def _encoded(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).rstrip(b"=").decode()


def _associated_data_of(digest: str) -> str:
    return f"push:{digest}"


COLUMNS = (Column(PushDevice, "sealed", lambda row: _associated_data_of(row.digest)),)
