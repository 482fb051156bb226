"""API keys for programs without a browser: the OAuth device flow (RFC 8628).

A program requests two codes: a long one, with which it polls for its key, and a short one that it
displays. A person enters the short one here, sees what is requested, and allows or denies it. All
of this lives for ten minutes in the shared cache; if that is lost, the program starts again.
"""

import hashlib
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from accounts.models import User
from accounts.refusals import Refused
from accounts.security import api_keys, credential_marks, scopes

LIVES = 600  # seconds until a request expires
GRACE = 60  # seconds more in which a program hears of an answer that was given at the last moment
REMEMBERED = 3600  # seconds after that in which the program is told that it has expired
INTERVAL = 5  # seconds between polls
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words (RFC 8628, 6.1)
HALF = 4
TRIES, TRIES_IN = 20, 3600  # codes that one person may try, and in how many seconds


@dataclass(frozen=True)
class Begun:
    """The program's two codes (RFC 8628, 3.2)."""

    device_code: str
    user_code: str


@dataclass(frozen=True)
class KeyRequest:
    """A program's request; `scopes` are space-separated, as in `ApiKey`."""

    user_code: str
    name: str
    scopes: str


def begin(name: str, wished: Iterable[str]) -> Begun:
    """Starts a request. Raises `Refused` (bad_key_name, invalid_scope)."""
    name = api_keys.checked_name(name)
    try:
        wanted = scopes.as_stored(wished)
    except KeyError:
        known = list(scopes.SCOPES)
        raise Refused("invalid_scope", {"known": known}, known=", ".join(known)) from None
    device_code = secrets.token_urlsafe(32)
    of, letters = _cache_key(device_code), _new_code()
    while not cache.add(_code_cache_key(letters), of, LIVES):
        letters = _new_code()
    asked = {"name": name, "scopes": wanted, "until": time.time() + LIVES}
    cache.set(of, asked, LIVES + REMEMBERED)
    return Begun(device_code, f"{letters[:HALF]}-{letters[HALF:]}")


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(2 * HALF))


def _cache_key(device_code: str) -> str:
    return f"device:{hashlib.sha256(device_code.encode()).hexdigest()}"


def _code_cache_key(letters: str) -> str:
    return f"device code:{letters}"


def find(user: User, text: str) -> KeyRequest | None:
    """The request with this short code; None if there is none, or after too many attempts."""
    if not _may_try(user):
        return None
    letters = "".join(letter for letter in text.upper() if letter in LETTERS)
    of = cache.get(_code_cache_key(letters))
    asked: dict[str, Any] | None = cache.get(of) if of else None
    if asked is None or asked["until"] <= time.time():
        return None
    return KeyRequest(f"{letters[:HALF]}-{letters[HALF:]}", asked["name"], asked["scopes"])


def _may_try(user: User) -> bool:
    key = f"device tries:{user.pk}"
    if cache.add(key, 1, TRIES_IN):
        return True
    try:
        return int(cache.incr(key)) <= TRIES
    except ValueError:  # it has just expired
        return True


def answer(user_code: str, given: dict[str, Any]) -> bool:
    """Stores the answer to a request, once; `given` is empty to deny, else as in `allow`. False if
    it has expired or been answered.
    """
    letters = user_code.replace("-", "")
    of = cache.get(_code_cache_key(letters))
    if of is None or not cache.delete(_code_cache_key(letters)):
        return False
    cache.set(f"{of}:answer", given, LIVES)
    return True


def allow(user: User, asked: KeyRequest, chosen: Iterable[str], days: int | None) -> bool:
    """Grants those requested scopes that were `chosen`; False if it is too late.

    Raises `Refused` (too_many_keys).
    """
    api_keys.check_room(user)
    granted = sorted(set(chosen) & set(asked.scopes.split()))
    given = {"user": user.pk, "scopes": granted, "days": days, **credential_marks.of(user)}
    return answer(asked.user_code, given)


def deny(asked: KeyRequest) -> bool:
    """Denies the request; False if it is too late."""
    return answer(asked.user_code, {})


def key_for(device_code: str) -> str:
    """The key for the program, which is returned only once.

    Raises `Refused`: authorization_pending, slow_down, access_denied, expired_token, invalid_grant
    or too_many_keys.
    """
    of = _cache_key(device_code)
    asked = cache.get(of)
    if asked is None:
        raise Refused("invalid_grant")
    given = cache.get(f"{of}:answer")
    if asked["until"] + (GRACE if given is not None else 0) <= time.time():
        raise Refused("expired_token")
    _keep_pace(of)
    if given is None:
        raise Refused("authorization_pending", {"interval": INTERVAL})
    user = _who_allowed(given)
    if user is not None:
        api_keys.check_room(user)  # before it is used up: they may make room
    if not cache.delete(of):  # another poll took it at the same moment
        raise Refused("invalid_grant")
    if user is None:
        raise Refused("access_denied")
    return api_keys.make(user, asked["name"], given["scopes"], given["days"])


def _who_allowed(given: dict[str, Any]) -> User | None:
    """None if it was denied, or not by somebody who still could."""
    user = User.objects.filter(pk=given.get("user", 0), is_active=True).first()
    unchanged = user is not None and credential_marks.still_hold(user, given)
    return user if unchanged else None


def _keep_pace(of: str) -> None:
    """Adds five seconds to the interval if the program polls too soon (RFC 8628, 3.5)."""
    key, now = f"{of}:pace", time.time()
    last, interval = cache.get(key) or (0.0, INTERVAL)
    early = now - last < interval
    interval += INTERVAL if early else 0
    cache.set(key, (now, interval), LIVES)
    if early:
        raise Refused("slow_down", {"interval": interval})
