"""API keys: up to ten valid ones per person, each with a name. Only their digests are stored, but
what answers a repeated request for a bot's key, encrypted (`games.api.idempotency`).

A key is 160 random bits after a prefix that people and secret scanners can recognise. Since it is
random, a plain SHA-256, cut to forty characters, is enough to make a stolen database useless.
"""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta
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

from accounts import rows
from accounts.models import ApiKey, User
from accounts.refusals import Refused
from accounts.security import application_tokens, network_fingerprints, own_row
from accounts.security import scopes as scope_names
from accounts.text import confusables

PREFIX = "tideweb_"
OF_APPLICATION = f"{PREFIX}at_"  # OAuth access tokens, see accounts.people.oauth
MAX_DAYS = 366
MAX_KEYS = 10
MAX_NAME_LENGTH = 40
AGAIN = timedelta(seconds=10)  # too short to write a key down and make another
KEY, PERSON = rows.Columns(ApiKey), rows.Columns(User)
FIND = f"""
    SELECT {KEY.of("key")}, {PERSON.of("person")}
    FROM accounts_apikey AS key JOIN accounts_user AS person ON person.id = key.user_id
    WHERE key.digest = %(digest)s
"""  # noqa: S608 (names of columns)


class HashedTokenAuthentication(TokenAuthentication):
    """`Authorization: Bearer …` (RFC 6750) or `Token …`, looked up by digest."""

    keyword = "Bearer"

    def authenticate(self, request: Any) -> Any:
        scheme = request.headers.get("Authorization", "").partition(" ")[0]
        if scheme.lower() == "token":
            self.keyword = "Token"
        return super().authenticate(request)

    def authenticate_credentials(self, key: str) -> tuple[User, ApiKey]:
        """The owner and the key. Raises `AuthenticationFailed`."""
        if key.startswith(OF_APPLICATION):
            return _of_application(key)
        for row in rows.fetch(FIND, {"digest": digest(key)}):
            found, rest = KEY.take(row)
            user, _rest = PERSON.take(rest)
            if found is not None and user is not None and user.is_active and not found.expired:
                found.user = user
                _note_use(found)
                return user, found
        raise AuthenticationFailed


def _of_application(text: str) -> tuple[User, ApiKey]:
    key = application_tokens.key_of(text)
    if key is None or not key.user.is_active:
        raise AuthenticationFailed
    return key.user, key


def _note_use(key: ApiKey) -> None:
    today = timezone.now().date()
    if key.used_on != today:
        ApiKey.objects.filter(pk=key.pk).update(used_on=today)


def digest(key: str) -> str:
    """The form in which the database stores a key."""
    return hashlib.sha256(key.encode()).hexdigest()[:40]


def sign_in(request: HttpRequest, email: str, password: str, code: str = "", **wish: Any) -> str:
    """A new key for somebody who knows the password. Raises `Refused`.

    An unknown address and a wrong password are refused alike, after the same work. That the address
    is unconfirmed, or a second factor needed, is said only to somebody who knows the password.
    """
    user = _who_knows(request, email, password)
    if not EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists():
        raise Refused("address_unconfirmed")
    with transaction.atomic():  # so that what is refused uses up no recovery code
        _check_second_factor(user, code)
        known = scope_names.offered(user)
        if not set(wish.setdefault("scopes", known)) <= set(known):
            raise Refused("invalid_scope", {"known": known}, known=", ".join(known))
        key = make(user, **wish)
    network_fingerprints.note(None, request, user)
    return key


def check_oneself(request: HttpRequest, user: User, password: str, code: str = "") -> None:
    """Makes sure the caller is the person, and not just somebody who has one of their keys.

    Raises `Refused`, also for accounts without a password.
    """
    if _who_knows(request, user.email or "", password).pk != user.pk:
        raise Refused("bad_credentials")
    _check_second_factor(user, code)


def _who_knows(request: HttpRequest, email: str, password: str) -> User:
    user = authenticate(request, email=email.strip().lower(), password=password)
    if not isinstance(user, User):
        raise Refused("bad_credentials")
    return user


def _check_second_factor(user: User, code: str) -> None:
    factors = list(Authenticator.objects.filter(user=user))
    codes = [factor for factor in factors if factor.type != Authenticator.Type.WEBAUTHN]
    fits = bool(code) and any(factor.wrap().validate_code(code) for factor in codes)
    if factors and not fits:
        raise Refused("second_factor")


def make(
    user: User,
    name: str = "API",
    scopes: Iterable[str] = tuple(scope_names.SCOPES),
    days: int | None = None,
    *,
    replace: bool = False,
    pressed: bool = False,
) -> str:
    """A new key, which is shown only once; it expires after `days`. Other keys stay valid; with
    `replace`, those of the same name are revoked. Those that have expired are deleted.

    A button may have been `pressed` twice: an unused key of that name from seconds ago, which
    nobody has seen then, is revoked.

    Raises `Refused` (bad_key_name, too_many_keys, signed_out), and `KeyError` for an unknown scope.
    """
    name = checked_name(name)
    with transaction.atomic():
        own_row.hold(user)
        if replace:
            user.api_keys.filter(name=name).delete()
        if pressed:
            since = timezone.now() - AGAIN
            user.api_keys.filter(name=name, used_on=None, created_at__gt=since).delete()
        check_room(user)
        user.api_keys.filter(expires_at__lte=timezone.now()).delete()  # else they add up
        return issue(user, name, scopes, days)


def is_room(user: User) -> bool:
    """Whether the person may have another key. Those that have expired don't count."""
    return user.api_keys.exclude(expires_at__lte=timezone.now()).count() < MAX_KEYS


def check_room(user: User) -> None:
    """Raises `Refused` (too_many_keys)."""
    if not is_room(user):
        raise Refused("too_many_keys")


def checked_name(name: str) -> str:
    """The name, stripped. Raises `Refused` (bad_key_name)."""
    name = name.strip()
    if not 1 <= len(name) <= MAX_NAME_LENGTH or confusables.unseen(name):
        raise Refused("bad_key_name")
    return name


def issue(
    user: User,
    name: str = "API",
    scopes: Iterable[str] = tuple(scope_names.SCOPES),
    days: int | None = None,
) -> str:
    """Creates a key; its name and the person's limit must have been checked."""
    key = PREFIX + secrets.token_hex(20)
    ApiKey.objects.create(
        user=user,
        name=name,
        digest=digest(key),
        scopes=scope_names.as_stored(scopes),
        expires_at=timezone.now() + timedelta(days=days) if days else None,
    )
    return key


def keys_of(user: User) -> "QuerySet[ApiKey]":
    """The person's keys, newest first."""
    return ApiKey.objects.filter(user=user).order_by("-created_at", "-pk")


def revoke(user: User, pk: int) -> bool:
    """Revokes this key; False if it isn't theirs."""
    return bool(ApiKey.objects.filter(user=user, pk=pk).delete()[0])
