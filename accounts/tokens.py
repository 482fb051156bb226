"""Keys for programs: some a person, each with a name; the database holds only digests of them.

A key is 160 random bits, so a plain SHA-256, cut to forty letters, is enough to keep a copy of the
database from being a bunch of keys.
"""

import hashlib
import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts import looks
from accounts.models import ApiKey, User

MOST = 10
LONGEST_NAME = 40
SAID = {
    "bad_key_name": _("A key needs a name of 1 to 40 characters. No key was made."),
    "too_many_keys": _("You have ten keys, the most there can be. Take one away first."),
}


class KeyRefused(Exception):
    """No key; `code` is bad_credentials, address_unconfirmed, second_factor, bad_key_name or
    too_many_keys."""

    def __init__(self, code: str) -> None:
        self.code, self.message = code, str(SAID.get(code, code))
        super().__init__(code)


class HashedTokenAuthentication(TokenAuthentication):
    """`Authorization: Token …`, looked up by its digest."""

    def authenticate_credentials(self, key: str) -> tuple[User, ApiKey]:
        """Whose key it is, and the key.  Raises `AuthenticationFailed`."""
        found = ApiKey.objects.select_related("user").filter(digest=digest(key)).first()
        if found is None or not found.user.is_active:
            raise AuthenticationFailed
        _note_use(found)
        return found.user, found


def _note_use(key: ApiKey) -> None:
    today = timezone.now().date()
    if key.used_on != today:
        ApiKey.objects.filter(pk=key.pk).update(used_on=today)


def digest(key: str) -> str:
    """What the database holds of a token."""
    return hashlib.sha256(key.encode()).hexdigest()[:40]


def sign_in(
    request: HttpRequest, email: str, password: str, code: str = "", name: str = "API"
) -> str:
    """A new key for whoever knows the password.  Raises `KeyRefused`.

    An unknown address and a wrong password are refused alike, after the same work.  Whether
    the address is confirmed, or a second factor needed, is told only to who knows the password.
    """
    user = authenticate(request, email=email.strip().lower(), password=password)
    if not isinstance(user, User):
        raise KeyRefused("bad_credentials")
    if not EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists():
        raise KeyRefused("address_unconfirmed")
    if not _second_factor_fits(user, code):
        raise KeyRefused("second_factor")
    return make(user, name)


def _second_factor_fits(user: User, code: str) -> bool:
    factors = list(Authenticator.objects.filter(user=user))
    if not factors:
        return True
    codes = [factor for factor in factors if factor.type != Authenticator.Type.WEBAUTHN]
    return bool(code) and any(factor.wrap().validate_code(code) for factor in codes)


def make(user: User, name: str) -> str:
    """A new key of that name, told this once; the others stay good.

    Raises `KeyRefused`: bad_key_name or too_many_keys.
    """
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME or looks.unseen(name):
        raise KeyRefused("bad_key_name")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # not two at once
        if user.api_keys.count() >= MOST:
            raise KeyRefused("too_many_keys")
        return issue(user, name)


def issue(user: User, name: str = "API") -> str:
    """The same, of a name and number that are known to fit."""
    key = secrets.token_hex(20)
    ApiKey.objects.create(user=user, name=name, digest=digest(key))
    return key


def keys_of(user: User) -> "QuerySet[ApiKey]":
    """All of somebody's keys, the newest first."""
    return ApiKey.objects.filter(user=user).order_by("-created_at", "-pk")


def revoke(user: User, pk: int) -> bool:
    """Makes this key no longer good; False if this person has none such."""
    return bool(ApiKey.objects.filter(user=user, pk=pk).delete()[0])
