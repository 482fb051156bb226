"""What every answer has besides its body: how much is left, whether it is known, who may read it.

None of it depends on a cookie, so that any page may ask with a key of its own (CORS); a session
opens nothing there, since browsers send cookies only where an origin is named.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

FIELDS = "fields"  # the parameter that chooses members
READABLE = (
    "ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, "
    "WWW-Authenticate, X-Request-ID"
)
SENT = (
    "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
    "Last-Event-ID"
)
A_DAY = "86400"
# No cache may keep what is meant for one person, or changes, unless the view says so.
OF_EVERY = {
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": READABLE,
}
# By the names of the brakes: what is counted.  That of one account tells nobody how often it was
# tried.
COUNTED = {"user": "person", "anon": "net", "token": "net"}


def preflight(methods: Iterable[str]) -> HttpResponse:
    """What a browser asks before it lets a page of another site ask."""
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
    """Of an answer to a GET: where a list goes on, and an ETag; what whoever asks has already is
    answered by 304 (RFC 9110, 13.1.2)."""
    headers = response.headers
    if response.status_code != 200 or not isinstance(response, Response):
        return
    if isinstance(response.data, dict) and isinstance(response.data.get("next"), str):
        headers.setdefault("Link", f'<{response.data["next"]}>; rel="next"')
    known = parse_etags(request.headers.get("If-None-Match", ""))
    response.add_post_render_callback(lambda made: _tagged(made, known))


def counted(brakes: Iterable[Any]) -> dict[str, str]:
    """Headers by the IETF's draft "RateLimit header fields for HTTP", of the nearest brake."""
    told = [each for each in brakes if each.scope in COUNTED]
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
    etag = response.headers.get("ETag") or _digest(response.content)
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
    """The members that `fields` may choose from: of an object, or of each entry of a list."""
    declared = getattr(answer, "_declared_fields", {})
    entry = _entry(declared)
    return list(getattr(entry, "_declared_fields", {}) if entry else declared)


def _entry(declared: dict[str, Any]) -> Any:
    """The shape of the entries, if this is a list with little besides."""
    lists = [each.child for each in declared.values() if hasattr(each, "child")]
    only = len(declared) <= 3 and len(lists) == 1
    return type(lists[0]) if only and hasattr(lists[0], "_declared_fields") else None


def chosen(data: dict[str, Any], wanted: set[str], members: list[str]) -> dict[str, Any]:
    """Only these members; what says where a list goes on stays."""
    if set(data) & set(members):
        return {name: said for name, said in data.items() if name in wanted}
    return {
        name: [{n: v for n, v in each.items() if n in wanted} for each in said]
        if isinstance(said, list)
        else said
        for name, said in data.items()
    }
