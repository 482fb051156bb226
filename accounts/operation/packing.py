"""Gzip for those alone who take it: Django's middleware overlooks `gzip;q=0` (RFC 9110, 12.5.3)."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware import gzip
from django.utils.cache import patch_vary_headers

TAKEN = re.compile(r"\bgzip\b(?!\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$))", re.IGNORECASE)


def takes_gzip(request: HttpRequest) -> bool:
    """Whether the client wants gzip, by its `Accept-Encoding`."""
    return TAKEN.search(request.headers.get("Accept-Encoding", "")) is not None


class GZipMiddleware(gzip.GZipMiddleware):
    """Django's, which leaves everything plain for who doesn't take gzip."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if takes_gzip(request):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        return response
