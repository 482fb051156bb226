"""Somebody who plays without an account, known to this browser alone."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import get_language
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from accounts.people import time_zones

BACKEND = "django.contrib.auth.backends.ModelBackend"


class Arriving(SimpleRateThrottle):
    """Each guest is a row: enough for any family behind one address, none to fill us."""

    rate = "60/hour"
    scope = "arriving"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def too_many(request: HttpRequest) -> bool:
    """Whether so many guests came from this address of late that this one has to wait."""
    return not Arriving().allow_request(request, None)  # type: ignore[arg-type]


def habits_of(request: HttpRequest) -> dict[str, str]:
    """Language and time zone of a guest, as this browser tells them."""
    language = get_language() or settings.LANGUAGE_CODE
    return {"language": language, "zone": time_zones.guess(request)}


def welcome(request: HttpRequest, guest: User) -> None:
    """From now on this browser is that guest's."""
    login(request, guest, backend=BACKEND)
