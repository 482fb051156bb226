"""Keys for programs that have no page of their own: allowed in a browser (RFC 8628).

A program asks for two codes: a long one, by which it asks for its key again and again, and a short
one that it shows.  Somebody types the short one here, sees what is asked for, and allows or denies
it.  All of it lives ten minutes and stands in the cache that all processes share: where that is
lost, the program begins anew.
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
from accounts.security import api_keys, scopes

LIVES = 600  # seconds
REMEMBERED = 3600  # seconds after that in which it is told that the time was over
INTERVAL = 5  # seconds between two questions of a program
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; as RFC 8628, 6.1 has it
HALF = 4
TRIES, TRIES_IN = 20, 3600  # codes that one person may try, in so many seconds


@dataclass(frozen=True)
class Begun:
    """The two codes that a program gets (RFC 8628, 3.2)."""

    device_code: str
    user_code: str


@dataclass(frozen=True)
class Asked:
    """What a program asks for: `scopes` as a key keeps them."""

    user_code: str
    name: str
    scopes: str


def begin(name: str, wished: Iterable[str]) -> Begun:
    """Raises `Refused`: bad_key_name or invalid_scope."""
    name = api_keys.checked_name(name)
    try:
        wanted = scopes.written(wished)
    except KeyError:
        known = list(scopes.SCOPES)
        raise Refused("invalid_scope", {"known": known}, known=", ".join(known)) from None
    device_code = secrets.token_urlsafe(32)
    of, letters = _place(device_code), _new_code()
    while not cache.add(_code_place(letters), of, LIVES):
        letters = _new_code()
    asked = {"name": name, "scopes": wanted, "until": time.time() + LIVES}
    cache.set(of, asked, LIVES + REMEMBERED)
    return Begun(device_code, f"{letters[:HALF]}-{letters[HALF:]}")


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(2 * HALF))


def _place(device_code: str) -> str:
    return f"device:{hashlib.sha256(device_code.encode()).hexdigest()}"


def _code_place(letters: str) -> str:
    return f"device code:{letters}"


def find(user: User, text: str) -> Asked | None:
    """What the program with this short code asks for; None if there is none, or for who tries too
    many."""
    if not _may_try(user):
        return None
    letters = "".join(letter for letter in text.upper() if letter in LETTERS)
    of = cache.get(_code_place(letters))
    asked: dict[str, Any] | None = cache.get(of) if of else None
    if asked is None or asked["until"] <= time.time():
        return None
    return Asked(f"{letters[:HALF]}-{letters[HALF:]}", asked["name"], asked["scopes"])


def _may_try(user: User) -> bool:
    place = f"device tries:{user.pk}"
    if cache.add(place, 1, TRIES_IN):
        return True
    try:
        return int(cache.incr(place)) <= TRIES
    except ValueError:  # its time was over just now
        return True


def answer(user_code: str, given: dict[str, Any]) -> bool:
    """Allows or denies it, once: `given` is empty, or says for whom and with what (`allow`)."""
    letters = user_code.replace("-", "")
    of = cache.get(_code_place(letters))
    if of is None or not cache.delete(_code_place(letters)):
        return False
    cache.set(f"{of}:answer", given, LIVES)
    return True


def allow(user: User, asked: Asked, chosen: Iterable[str], days: int | None) -> bool:
    """Lets the program have a key with those of the scopes that were chosen; False: too late.

    Raises `Refused`: too_many_keys.
    """
    if user.api_keys.count() >= api_keys.MAX_KEYS:
        raise Refused("too_many_keys")
    granted = sorted(set(chosen) & set(asked.scopes.split()))
    return answer(asked.user_code, {"user": user.pk, "scopes": granted, "days": days})


def deny(asked: Asked) -> bool:
    """Refuses the request: no key is made."""
    return answer(asked.user_code, {})


def key_for(device_code: str) -> str:
    """The key, told this once.

    Raises `Refused`: authorization_pending, slow_down, access_denied, expired_token, invalid_grant,
    or too_many_keys.
    """
    of = _place(device_code)
    asked = cache.get(of)
    if asked is None:
        raise Refused("invalid_grant")
    if asked["until"] <= time.time():
        raise Refused("expired_token")
    _keep_pace(of)
    given = cache.get(f"{of}:answer")
    if given is None:
        raise Refused("authorization_pending", {"interval": INTERVAL})
    if not cache.delete(of):  # another question got it at the same moment
        raise Refused("invalid_grant")
    user = User.objects.filter(pk=given.get("user"), is_active=True).first()
    if user is None:
        raise Refused("access_denied")
    return api_keys.make(user, asked["name"], given["scopes"], given["days"])


def _keep_pace(of: str) -> None:
    """Who asks too soon is to wait five seconds longer from then on (RFC 8628, 3.5)."""
    place, now = f"{of}:pace", time.time()
    last, interval = cache.get(place) or (0.0, INTERVAL)
    early = now - last < interval
    interval += INTERVAL if early else 0
    cache.set(place, (now, interval), LIVES)
    if early:
        raise Refused("slow_down", {"interval": interval})
