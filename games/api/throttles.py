"""Rate limits of the token endpoint, by client address and by the account named in the request.

In a network from which the account was signed in to before, only attempts from there count, so a
stranger elsewhere can't lock the owner out (accounts.security.sign_in_throttle). The counts are in
the shared cache, like those for signing in on the site.
"""

from typing import Any

from django.core.cache import caches
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.security import sign_in_throttle
from accounts.security.address_limits import AddressLimit


class TokenThrottle(AddressLimit, SimpleRateThrottle):
    """Limits attempts per IP address."""

    scope = "token"
    cache = caches["default"]

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class AddressThrottle(AddressLimit, SimpleRateThrottle):
    """Limits attempts per account, from one known network or from all others together, whether or
    not the account exists.
    """

    scope = "token_address"
    cache = caches["default"]

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        email = self.named(request)
        if not isinstance(email, str):
            return None
        known = sign_in_throttle.is_known(request._request, email)
        count = sign_in_throttle.place if known else _of_account
        ident = count(request._request, email)
        return self.cache_format % {"scope": self.scope, "ident": ident}

    def named(self, request: Request) -> object:
        """The address in the request."""
        return request.data.get("email") if isinstance(request.data, dict) else None


class OwnThrottle(AddressThrottle):
    """Limits attempts at the password of the authenticated account."""

    def named(self, request: Request) -> object:
        return getattr(request.user, "email", None)


def _of_account(_request: HttpRequest, email: str) -> str:
    return sign_in_throttle.account(email)
