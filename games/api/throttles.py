"""The hard brakes of the token endpoint: by where a request comes from and by whom it names.

Where an account was signed in from before, only that net's own tries count for it: a stranger
elsewhere cannot use up its owner's (accounts.security.sign_in_brakes).

They count in the cache that all processes share, like the sign-in of the pages.
"""

from typing import Any

from django.core.cache import caches
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.security import sign_in_brakes


class TokenThrottle(SimpleRateThrottle):
    """So many tries from one address of the net."""

    scope = "token"
    cache = caches["default"]

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class AddressThrottle(SimpleRateThrottle):
    """So many tries for one account, from a net where it is known, or from all others together;
    whether it exists makes no difference."""

    scope = "token_address"
    cache = caches["default"]

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        email = self.named(request)
        if not isinstance(email, str):
            return None
        known = sign_in_brakes.is_known(request._request, email)
        count = sign_in_brakes.place if known else _of_account
        ident = count(request._request, email)
        return self.cache_format % {"scope": self.scope, "ident": ident}

    def named(self, request: Request) -> object:
        """Whom the request names."""
        return request.data.get("email") if isinstance(request.data, dict) else None


class OwnThrottle(AddressThrottle):
    """So many tries of a password for the account whose key or session asks."""

    def named(self, request: Request) -> object:
        return getattr(request.user, "email", None)


def _of_account(_request: HttpRequest, email: str) -> str:
    return sign_in_brakes.account(email)
