"""The headers of every response: rate limits, ETags, links and CORS.

Any origin is allowed, since pages authenticate with their own API key. A session can't be abused
that way: browsers don't send cookies cross-origin unless the response names the origin.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

FIELDS = "fields"  # the query parameter that selects members
READABLE = (
    "ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
    "WWW-Authenticate, X-Request-ID"
)
SENT = (
    "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
    "Last-Event-ID"
)
A_DAY = "86400"
# Responses are personal or change, so no cache may store them unless the view says otherwise.
OF_EVERY = {
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": READABLE,
}
# Partition names for the RateLimit headers, by throttle scope. The limit per account isn't listed:
# nobody should learn how often an account has been tried.
COUNTED = {"user": "person", "anon": "net", "token": "net"}


def preflight(methods: Iterable[str]) -> HttpResponse:
    """The response to a CORS preflight request."""
    return HttpResponse(
        status=204,
        headers={
            "Access-Control-Allow-Origin": "*",
            "Access-Control-Allow-Methods": ", ".join(methods),
            "Access-Control-Allow-Headers": SENT,
            "Access-Control-Max-Age": A_DAY,
        },
    )


def complete(request: Request, response: Any) -> None:
    """Adds Link and ETag headers to the response of a GET; 304 if the client has it already
    (RFC 9110, 13.1.2).
    """
    headers = response.headers
    if response.status_code != 200 or not isinstance(response, Response):
        return
    if isinstance(response.data, dict) and isinstance(response.data.get("next"), str):
        headers.setdefault("Link", f'<{response.data["next"]}>; rel="next"')
    if "ETag" in headers:  # of the view, which has compared it, or has it for `If-Match`
        return
    known = parse_etags(request.headers.get("If-None-Match", ""))
    response.add_post_render_callback(lambda made: _tagged(made, known))


def counted(throttles: Iterable[Any]) -> dict[str, str]:
    """RateLimit headers (the IETF draft of that name) for the tightest throttle."""
    told = [each for each in throttles if each.scope in COUNTED]
    asked = [each for each in told if getattr(each, "history", None) is not None and each.rate]
    if not asked:
        return {}
    nearest = min(asked, key=_left)
    name, oldest = COUNTED[nearest.scope], nearest.history[-1:]
    back = nearest.duration - (nearest.now - oldest[0]) if oldest else nearest.duration
    return {
        "RateLimit-Policy": f'"{name}";q={nearest.num_requests};w={nearest.duration}',
        "RateLimit": f'"{name}";r={_left(nearest)};t={max(1, round(back))}',
    }


def _left(brake: Any) -> int:
    return max(0, int(brake.num_requests) - len(brake.history))


def _tagged(response: Response, known: list[str]) -> HttpResponse:
    etag = _digest(response.content)
    response["ETag"] = etag
    bare_tags = {each.removeprefix("W/") for each in known}
    if "*" not in known and etag.removeprefix("W/") not in bare_tags:
        return response
    bare = HttpResponseNotModified()
    for name, value in response.headers.items():
        if name not in {"Content-Type", "Content-Length"}:
            bare[name] = value
    return bare


def _digest(content: bytes) -> str:
    return f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'


def members_of(answer: Any) -> list[str]:
    """The members that `fields` can select: of an object, or of each entry of a list."""
    declared = getattr(answer, "_declared_fields", {})
    entry = _entry(declared)
    return list(getattr(entry, "_declared_fields", {}) if entry else declared)


def _entry(declared: dict[str, Any]) -> Any:
    """The shape of the entries, if the response is essentially a list."""
    lists = [each.child for each in declared.values() if hasattr(each, "child")]
    only = len(declared) <= 3 and len(lists) == 1
    return type(lists[0]) if only and hasattr(lists[0], "_declared_fields") else None


def chosen(data: dict[str, Any], wanted: set[str], members: list[str]) -> dict[str, Any]:
    """Selects these members; paging information is always kept."""
    if set(data) & set(members):
        return {name: value for name, value in data.items() if name in wanted}
    return {
        name: [{n: v for n, v in each.items() if n in wanted} for each in value]
        if isinstance(value, list)
        else value
        for name, value in data.items()
    }
