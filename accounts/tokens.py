"""Keys for programs: some a person, each with a name; the database holds only digests of them.

A key is 160 random bits, so a plain SHA-256, cut to forty letters, is enough to keep a copy of the
database from being a bunch of keys.
"""

import hashlib
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts import looks
from accounts.models import ApiKey, User
from accounts.refusals import Refused

MOST = 10
LONGEST_NAME = 40


class HashedTokenAuthentication(TokenAuthentication):
    """`Authorization: Bearer …` (RFC 6750) or `Token …`, looked up by its digest."""

    keyword = "Bearer"

    def authenticate(self, request: Any) -> Any:
        scheme = request.headers.get("Authorization", "").partition(" ")[0]
        if scheme.lower() == "token":
            self.keyword = "Token"
        return super().authenticate(request)

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
    """A new key for whoever knows the password.  Raises `Refused`.

    An unknown address and a wrong password are refused alike, after the same work.  Whether
    the address is confirmed, or a second factor needed, is told only to who knows the password.
    """
    user = authenticate(request, email=email.strip().lower(), password=password)
    if not isinstance(user, User):
        raise Refused("bad_credentials")
    if not EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists():
        raise Refused("address_unconfirmed")
    if not _second_factor_fits(user, code):
        raise Refused("second_factor")
    return make(user, name)


def _second_factor_fits(user: User, code: str) -> bool:
    factors = list(Authenticator.objects.filter(user=user))
    if not factors:
        return True
    codes = [factor for factor in factors if factor.type != Authenticator.Type.WEBAUTHN]
    return bool(code) and any(factor.wrap().validate_code(code) for factor in codes)


def make(user: User, name: str) -> str:
    """A new key of that name, told this once; the others stay good.

    Raises `Refused`: bad_key_name or too_many_keys.
    """
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME or looks.unseen(name):
        raise Refused("bad_key_name")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # not two at once
        if user.api_keys.count() >= MOST:
            raise Refused("too_many_keys")
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
