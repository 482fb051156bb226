"""Rate limits for signing in that stop an attacker without locking out the owner.

Attempts are counted by account and network. In a network from which the account was signed in to
within ninety days, attempts from elsewhere don't count. All other networks share one limit per
account, so that using a thousand of them doesn't help. An owner who comes from a new network while
that is used up can still get a code by e-mail. The same queries run for addresses without an
account.
"""

import hashlib
import time
from math import ceil
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import Sighting
from accounts.security import network_fingerprints

APP, LIBRARY = "accounts", "allauth.account"
RATES = {  # for all unknown networks together
    "password": "20/h/key",
    "letter": "6/h/key",
}
HERE = {"letter": "3/m/key,10/h/key"}  # for one network; allauth limits passwords


def network(request: HttpRequest) -> str:
    """The fingerprint of the client's network; empty if the address is unknown."""
    try:
        return network_fingerprints.fingerprint(get_adapter(request).get_client_ip(request))
    except (ValueError, PermissionDenied):
        return ""


def account(login: str) -> str:
    """The rate-limit key of an account, whether or not it exists."""
    return hashlib.sha256(login.strip().lower().encode()).hexdigest()[:32]


def place(request: HttpRequest, login: str) -> str:
    """The rate-limit key of an account and the client's network."""
    return f"{account(login)}:{network(request)}"


def is_known(request: HttpRequest, login: str) -> bool:
    """Whether this account was signed in to from the client's network before."""
    near = network(request)
    found = Sighting.objects.filter(user__email=login.strip().lower(), network=near)
    return bool(near) and found.exists()


def tried_elsewhere(request: HttpRequest, login: str, what: str = "password") -> Any:
    """Counts an attempt from an unknown network; None if that exceeds the limit.

    The result's `rollback` undoes the count if the attempt turns out to be legitimate.
    """
    if is_known(request, login):
        return ratelimit.RateLimitUsage([])
    return _count(request, f"elsewhere_{what}", RATES[what], account(login))


def may_send_code(request: HttpRequest, login: str) -> bool:
    """Counts a request for a sign-in e-mail; False if that exceeds a limit."""
    here = _count(request, "here", HERE["letter"], place(request, login))
    return bool(here) and tried_elsewhere(request, login, "letter") is not None


def minutes_until_password(request: HttpRequest, login: str) -> int:
    """After an attempt that exceeded a limit: how long to wait, at least 1."""
    config = app_settings.RATE_LIMITS
    here = _seconds_left(request, LIBRARY, "login_failed", config, place(request, login))
    return _minutes(here or _seconds_elsewhere(request, login, "password"))


def minutes_until_code(request: HttpRequest, login: str) -> int:
    """After a request for an e-mail that exceeded a limit: how long to wait, at least 1."""
    here = _seconds_left(request, APP, "here", {"here": HERE["letter"]}, place(request, login))
    return _minutes(here or _seconds_elsewhere(request, login, "letter"))


def minutes_until_factor(request: HttpRequest, user_id: int) -> int:
    """After a second factor that exceeded a limit: how long to wait, at least 1."""
    config = app_settings.RATE_LIMITS
    key = f"mfa-auth-user-{user_id}"  # allauth's (mfa.base.internal.flows)
    return _minutes(_seconds_left(request, LIBRARY, "login_failed", config, key))


def minutes_until_confirmation(request: HttpRequest, email: str) -> int:
    """After an e-mail to confirm an address: how long until the next one, at least 1."""
    return _minutes(_seconds_until_confirmation(request, email))


def may_send_confirmation(request: HttpRequest, email: str) -> bool:
    """Whether an e-mail to confirm this address would be sent now."""
    return not _seconds_until_confirmation(request, email)


def _seconds_until_confirmation(request: HttpRequest, email: str) -> float:
    config = app_settings.RATE_LIMITS
    return _seconds_left(request, LIBRARY, "confirm_email", config, email.lower())


def _seconds_elsewhere(request: HttpRequest, login: str, what: str) -> float:
    action = f"elsewhere_{what}"
    return _seconds_left(request, APP, action, {action: RATES[what]}, account(login))


def _seconds_left(
    request: HttpRequest, app: str, action: str, config: dict[str, str], key: str
) -> float:
    """Seconds until the next attempt is within the limits; 0 if it is now."""
    now, left = time.time(), [0.0]
    for rate in ratelimit.get_rates(app=app, action=action, config=config):
        kept = ratelimit.get_cache_key(request, app=app, action=action, rate=rate, key=key)
        newest_first = cache.get(kept, [])[: rate.amount]
        if len(newest_first) == rate.amount:
            left.append(newest_first[-1] + rate.duration - now)
    return max(left)


def _minutes(seconds: float) -> int:
    return max(1, ceil(seconds / 60))


def _count(request: HttpRequest, action: str, rate: str, key: str) -> Any:
    return ratelimit.consume(request, app=APP, action=action, config={action: rate}, key=key)
