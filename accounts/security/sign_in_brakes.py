"""Brakes at the sign-in that stop whoever tries, and not whoever owns the account.

Tries are counted by account and net.  Where an account was signed in from before, within ninety
days, nobody else's tries count; all other nets together have a number for each account as well,
so that a thousand of them are no way round.  Whoever comes from a new net while that is used up
still has the code by e-mail.  The same statement is asked for an address that nobody has.
"""

import hashlib
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import Sighting
from accounts.security import network_fingerprints

APP = "accounts"
RATES = {  # of all nets together from which this account was never signed in
    "password": "20/h/key",
    "letter": "6/h/key",
}
HERE = {"letter": "3/m/key,10/h/key"}  # of one net; for passwords the library counts


def network(request: HttpRequest) -> str:
    """A fingerprint of the net that asks; empty if it has no address."""
    try:
        return network_fingerprints.fingerprint(get_adapter(request).get_client_ip(request))
    except (ValueError, PermissionDenied):
        return ""


def account(login: str) -> str:
    """By what tries for an account are counted, whether there is one or not."""
    return hashlib.sha256(login.strip().lower().encode()).hexdigest()[:32]


def place(request: HttpRequest, login: str) -> str:
    """By what tries for an account from this net are counted."""
    return f"{account(login)}:{network(request)}"


def is_known(request: HttpRequest, login: str) -> bool:
    """Whether this account was signed in from this net before."""
    near = network(request)
    found = Sighting.objects.filter(user__email=login.strip().lower(), network=near)
    return bool(near) and found.exists()


def tried_elsewhere(request: HttpRequest, login: str, what: str = "password") -> Any:
    """Counts a try from a net where this account is not known; None if that was one too many.

    What it returns can be taken back (`rollback`) by who shows to be right.
    """
    if is_known(request, login):
        return ratelimit.RateLimitUsage([])
    return _count(request, f"elsewhere_{what}", RATES[what], account(login))


def may_send_code(request: HttpRequest, login: str) -> bool:
    """Whether a letter that lets somebody in may be asked for once more, and counts it."""
    here = _count(request, "here", HERE["letter"], place(request, login))
    return bool(here) and tried_elsewhere(request, login, "letter") is not None


def _count(request: HttpRequest, action: str, rate: str, key: str) -> Any:
    return ratelimit.consume(request, app=APP, action=action, config={action: rate}, key=key)
