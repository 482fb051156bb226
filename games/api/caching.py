"""Caching of responses that never change."""

import hashlib
import json
from typing import Any

from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from rest_framework.request import Request
from rest_framework.response import Response

# Clients may keep it for ever. Shared caches must ask again, so that the name of somebody who has
# deleted their data disappears there within minutes.
PUBLIC = "public, max-age=31536000, s-maxage=300, immutable"
PRIVATE = "private, max-age=31536000, immutable"


def kept_for_ever(request: Request, data: dict[str, Any], *, public: bool) -> Response:
    """The response with an ETag, or 304 if the client has it (RFC 9110, 13.1.2)."""
    etag = quote_etag(data.get("checksum") or _digest(data))
    known = [
        each.removeprefix("W/") for each in parse_etags(request.headers.get("If-None-Match", ""))
    ]
    response = Response(status=304) if etag in known or "*" in known else Response(data)
    response["ETag"] = etag
    response["Cache-Control"] = PUBLIC if public else PRIVATE
    if not public:
        patch_vary_headers(response, ("Authorization", "Cookie"))
    return response


def _digest(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
