"""Guests: people without an account, known only to this browser."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from accounts.people import time_zones
from accounts.security import sessions


class Arriving(SimpleRateThrottle):
    """Rate limit by IP address: generous enough for a family, since each guest is a row."""

    rate = "60/hour"
    scope = "arriving"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def too_many(request: HttpRequest) -> bool:
    """Whether too many guests have come from this address recently."""
    return not Arriving().allow_request(request, None)  # type: ignore[arg-type]


def habits_of(request: HttpRequest) -> dict[str, str]:
    """Language and time zone of the browser."""
    language = get_language() or settings.LANGUAGE_CODE
    return {"language": language, "zone": time_zones.guess(request)}


def welcome(request: HttpRequest, guest: User) -> None:
    """Signs this browser in as the guest."""
    sessions.begin(request, guest)
