"""Guests: people without an account, known only to this browser."""

from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from rest_framework.throttling import SimpleRateThrottle

from accounts.people import time_zones
from accounts.security.address_limits import AddressLimit


class Arriving(AddressLimit, SimpleRateThrottle):
    """Rate limit by IP address: generous enough for a family, since each guest is a row."""

    rate = "60/hour"
    scope = "arriving"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def too_often(request: HttpRequest, limit: SimpleRateThrottle) -> HttpResponse | None:
    """The page for whoever exceeds this limit, which says how long to wait."""
    if limit.allow_request(request, None):  # type: ignore[arg-type]
        return None
    seconds = ceil(limit.wait() or 60)
    page = render(request, "429.html", {"minutes": ceil(seconds / 60)}, status=429)
    page["Retry-After"] = str(seconds)
    return page


def habits_of(request: HttpRequest) -> dict[str, str]:
    """Language and time zone of the browser."""
    language = get_language() or settings.LANGUAGE_CODE
    return {"language": language, "zone": time_zones.guess(request)}
