"""Refuses large requests, but for the mails that a provider posts with all that hangs on them.

Django has one limit for all addresses, which has to be that of the mails: a reply with a photo that
was refused would be lost, since providers give up after some attempts.
"""

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase

MAX_BYTES = 256 * 1024  # as in deploy/front.conf
MAILS = "/anymail/"
Respond = Callable[[HttpRequest], HttpResponseBase]


def request_size_middleware(respond: Respond) -> Respond:
    def answer(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or ""
        large = length.isdecimal() and int(length) > MAX_BYTES
        if large and not request.path.startswith(MAILS):
            raise RequestDataTooBig(f"More than {MAX_BYTES} bytes.")
        return respond(request)

    return answer
