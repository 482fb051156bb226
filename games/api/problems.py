"""The form of every error of the API: RFC 9457's application/problem+json.

What each code means is in `games.refusals`.  `type` is an address of ours that explains the code;
`detail` says what was wrong and what to do next; further members are hints for programs (the hand
that is open, the legal answers, the fields that were wrong).
"""

import re
from typing import Any

from django.conf import settings

from games.refusals import REFUSALS, Refused

PLACE = re.compile(r"%\(\w+\)s")
# What clients of RFC 6749 and 8628 look for, they look for as `error`.
OF_OAUTH = frozenset(
    {
        "authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_grant",
        "invalid_scope",
    }
)  # fmt: skip
MEDIA_TYPE = "application/problem+json"


def explanation(code: str) -> str:
    """The sentence of a code as it stands, for the page that explains it."""
    return PLACE.sub("…", str(REFUSALS[code].sentence))


def all_codes() -> list[str]:
    """Every code, by status and name."""
    return sorted(REFUSALS, key=lambda code: (REFUSALS[code].status, code))


def body(refused: Refused) -> dict[str, Any]:
    """The members of a problem; hints never overrule the five that RFC 9457 and we fix."""
    oauth = {"error": refused.code} if refused.code in OF_OAUTH else {}
    return {**refused.hint, **_fixed(refused.code), **oauth, "detail": refused.message}


def example(code: str) -> dict[str, Any]:
    """A problem as it looks, its blanks left open."""
    return {**_fixed(code), "detail": explanation(code)}


def _fixed(code: str) -> dict[str, Any]:
    kind = REFUSALS[code]
    return {
        "type": f"{settings.SITE_URL}/api/v1/problems/{code}",
        "title": str(kind.title),
        "status": kind.status,
        "code": code,
    }
