"""Time zones to choose from, and a sensible first guess without asking the browser."""

import zoneinfo
from functools import lru_cache

from django.http import HttpRequest

AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
# Where most people live who ask for pages in this language; the first that fits is guessed.
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
def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Zones by area, as grouped choices of a select; UTC alone at the end."""
    names = sorted(zoneinfo.available_timezones())
    groups = [
        (area, [(name, _city(name)) for name in names if name.startswith(f"{area}/")])
        for area in AREAS
    ]
    return [*groups, ("UTC", [("UTC", "UTC")])]


@lru_cache(maxsize=1)
def offered() -> frozenset[str]:
    """The names of the zones that can be chosen."""
    return frozenset(name for _area, group in choices() for name, _city in group)


def _city(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")


def guess(request: HttpRequest | None) -> str:
    """The zone of whoever asks in this language; UTC when nothing tells."""
    wished = request.headers.get("Accept-Language", "").lower() if request else ""
    for entry in wished.split(","):
        tag = entry.partition(";")[0].strip()
        for known in (tag, tag.partition("-")[0]):
            if known in USUAL:
                return USUAL[known]
    return "UTC"
