"""Nothing is done in the name of somebody who was told long ago that it failed."""

import math
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from tideweb.error_pages import busy

# Seconds, half of what the front waits for an answer (`proxy_read_timeout` in deploy/front.conf):
# what is begun before this ends before the front gives up.
PATIENCE = 30.0
READING = ("GET", "HEAD", "OPTIONS")
Respond = Callable[[HttpRequest], HttpResponseBase]


def patience_middleware(respond: Respond) -> Respond:
    """Refuses what lay about too long between the front and this process, which was frozen, say.

    The front says when it passed a request on: `X-Request-Start: t=`, seconds since 1970.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method not in READING and _waited(request) > PATIENCE:
            return busy(request)
        return respond(request)

    return answer


def _waited(request: HttpRequest) -> float:
    """Seconds; 0 where no front says it."""
    try:
        begun = float(request.headers.get("X-Request-Start", "").removeprefix("t="))
    except ValueError:
        return 0.0
    return time.time() - begun if math.isfinite(begun) else 0.0
