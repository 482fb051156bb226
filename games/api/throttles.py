"""The hard brakes of the token endpoint: by where a request comes from and by whom it names.

They count in the cache that all processes share, like the sign-in of the pages.
"""

import hashlib
from typing import Any

from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class TokenThrottle(SimpleRateThrottle):
    """So many tries from one address of the net."""

    scope = "token"
    cache = caches["default"]

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class AddressThrottle(SimpleRateThrottle):
    """So many tries for one account, from wherever; whether it exists makes no difference."""

    scope = "token_address"
    cache = caches["default"]

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        email = request.data.get("email") if isinstance(request.data, dict) else None
        if not isinstance(email, str):
            return None
        ident = hashlib.sha256(email.strip().lower().encode()).hexdigest()[:32]
        return self.cache_format % {"scope": self.scope, "ident": ident}
