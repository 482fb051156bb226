"""The choice of time zones, and the zone of somebody who hasn't chosen one.

The browser knows its zone (static/tideweb/js/app.js sets a cookie); without JavaScript we guess
from the language it asks for.
"""

import zoneinfo
from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.text import date_words

COOKIE = "zone"
AUTOMATIC = "auto"  # follow the browser
AREAS = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic Ocean"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific Ocean"),
}
# Where most speakers of a language live; the first match is used.
USUAL = {
    "nl-be": "Europe/Brussels",
    "nl": "Europe/Amsterdam",
    "de-at": "Europe/Vienna",
    "de-ch": "Europe/Zurich",
    "de": "Europe/Berlin",
    "en-us": "America/New_York",
    "en-ca": "America/Toronto",
    "en-au": "Australia/Sydney",
    "en-nz": "Pacific/Auckland",
    "en-ie": "Europe/Dublin",
    "en-gb": "Europe/London",
    "fr": "Europe/Paris",
    "es": "Europe/Madrid",
    "it": "Europe/Rome",
    "da": "Europe/Copenhagen",
    "sv": "Europe/Stockholm",
    "pl": "Europe/Warsaw",
}


@lru_cache(maxsize=1)
def choices() -> list[tuple[str | Promise, list[tuple[str, str]]]]:
    """Grouped choices for a select: zones by area, with UTC alone at the end."""
    names = sorted(zoneinfo.available_timezones())
    groups = [
        (title, [(name, _city(name)) for name in names if name.startswith(f"{area}/")])
        for area, title in AREAS.items()
    ]
    return [*groups, ("UTC", [("UTC", "UTC")])]


@lru_cache(maxsize=1)
def offered() -> frozenset[str]:
    return frozenset(name for _area, group in choices() for name, _city in group)


@lru_cache(maxsize=1)
def _fixed() -> frozenset[str]:
    """What browsers on Windows call a zone that is set there as so many hours from UTC."""
    names = zoneinfo.available_timezones()
    return frozenset(name for name in names if name.startswith(date_words.FIXED))


def _city(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")


def or_automatic(zone: str) -> list[tuple[str | Promise, Any]]:
    """The choices, preceded by "Automatic", which names the zone that is currently found."""
    words = _("Automatic: %(place)s") % {"place": date_words.place_of(zone)}
    return [(AUTOMATIC, words), *choices()]


def of_browser(request: HttpRequest | None) -> str:
    """The browser's zone from the cookie; empty if it is missing or unknown."""
    zone = request.COOKIES.get(COOKIE, "") if request else ""
    return zone if zone in offered() or zone in _fixed() else ""


def guess(request: HttpRequest | None) -> str:
    """The browser's zone, or one guessed from its language, or UTC."""
    return of_browser(request) or _of_language(request)


def _of_language(request: HttpRequest | None) -> str:
    wished = request.headers.get("Accept-Language", "").lower() if request else ""
    for entry in wished.split(","):
        tag = entry.partition(";")[0].strip()
        for known in (tag, tag.partition("-")[0]):
            if known in USUAL:
                return USUAL[known]
    return "UTC"
