"""Refuses requests whose client has long been told that they failed."""

import math
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from tideweb.error_pages import busy

# Seconds; half of the front's `proxy_read_timeout` (deploy/front.conf), so that a request that is
# started in time also ends before the front gives up.
PATIENCE = 30.0
READING = ("GET", "HEAD", "OPTIONS")
Respond = Callable[[HttpRequest], HttpResponseBase]


def patience_middleware(respond: Respond) -> Respond:
    """Refuses writes that waited too long between the front and this process, as if it was frozen.

    The front sends the time of forwarding as `X-Request-Start: t=` (Unix seconds).
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method not in READING and _waited(request) > PATIENCE:
            return busy(request)
        return respond(request)

    return answer


def _waited(request: HttpRequest) -> float:
    """Seconds since forwarding; 0 without the header."""
    try:
        begun = float(request.headers.get("X-Request-Start", "").removeprefix("t="))
    except ValueError:
        return 0.0
    return time.time() - begun if math.isfinite(begun) else 0.0
