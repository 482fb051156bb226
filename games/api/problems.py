"""The format of all errors: application/problem+json (RFC 9457).

The codes are defined in `games.refusals`. `type` is a URL on this site that explains the code;
`detail` says what was wrong and what to do next; further members are hints for programs, such as
the open hand, the legal answers or the invalid fields.
"""

import re
from typing import Any

from django.conf import settings

from games.refusals import REFUSALS, Refused

PLACE = re.compile(r"%\(\w+\)s")
# OAuth clients (RFC 6749, RFC 8628) expect these codes as `error`.
OF_OAUTH = frozenset(
    {
        "authorization_pending", "slow_down", "access_denied", "expired_token", "invalid_grant",
        "invalid_scope",
    }
)  # fmt: skip
MEDIA_TYPE = "application/problem+json"


def explanation(code: str) -> str:
    """The sentence of a code with its placeholders left open, for the page that explains it."""
    return PLACE.sub("…", str(REFUSALS[code].sentence))


def all_codes() -> list[str]:
    """All codes, sorted by status and name."""
    return sorted(REFUSALS, key=lambda code: (REFUSALS[code].status, code))


def body(refused: Refused) -> dict[str, Any]:
    """The members of a problem; hints never override the five standard ones."""
    oauth = {"error": refused.code} if refused.code in OF_OAUTH else {}
    return {**refused.hint, **_fixed(refused.code), **oauth, "detail": refused.message}


def example(code: str) -> dict[str, Any]:
    """An example of a problem with its placeholders left open."""
    return {**_fixed(code), "detail": explanation(code)}


def _fixed(code: str) -> dict[str, Any]:
    kind = REFUSALS[code]
    return {
        "type": f"{settings.SITE_URL}/api/v1/problems/{code}",
        "title": str(kind.title),
        "status": kind.status,
        "code": code,
    }
