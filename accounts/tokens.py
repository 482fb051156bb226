"""API tokens: one a person; the database holds only a digest of it.

A new token replaces the one before.  The key is 160 random bits, so a plain SHA-256, cut to
the forty letters that the table has, is enough to keep a copy of the database from being a
bunch of keys.
"""

import hashlib
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import authenticate
from django.db import transaction
from django.http import HttpRequest
from rest_framework.authentication import TokenAuthentication
from rest_framework.authtoken.models import Token

from accounts.models import User
from accounts.refusals import Refused


class HashedTokenAuthentication(TokenAuthentication):
    """`Authorization: Bearer …` (RFC 6750) or `Token …`, looked up by its digest."""

    keyword = "Bearer"

    def authenticate(self, request: Any) -> Any:
        scheme = request.headers.get("Authorization", "").partition(" ")[0]
        if scheme.lower() == "token":
            self.keyword = "Token"
        return super().authenticate(request)

    def authenticate_credentials(self, key: str) -> Any:
        return super().authenticate_credentials(digest(key))


def digest(key: str) -> str:
    """What the database holds of a token."""
    return hashlib.sha256(key.encode()).hexdigest()[:40]


def sign_in(request: HttpRequest, email: str, password: str, code: str = "") -> str:
    """A token for whoever knows the password.  Raises `Refused`.

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
    return issue(user)


def _second_factor_fits(user: User, code: str) -> bool:
    factors = list(Authenticator.objects.filter(user=user))
    if not factors:
        return True
    codes = [factor for factor in factors if factor.type != Authenticator.Type.WEBAUTHN]
    return bool(code) and any(factor.wrap().validate_code(code) for factor in codes)


def issue(user: User) -> str:
    """A new token, told this once; the one before is no longer good."""
    key = secrets.token_hex(20)
    with transaction.atomic():
        Token.objects.filter(user=user).delete()
        Token.objects.create(user=user, key=digest(key))
    return key


def revoke(user: User) -> None:
    """Makes this person's token no longer good."""
    Token.objects.filter(user=user).delete()
