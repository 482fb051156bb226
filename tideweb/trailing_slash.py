"""Leads from an address without its last slash to the one with it."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.common import CommonMiddleware

READING = ("GET", "HEAD")
REPEATED = 308  # the same method and body again (RFC 9110, 15.4.9)


class SlashMiddleware(CommonMiddleware):
    """Django's middleware, except that what is sent is sent on. After its 301 clients ask by GET,
    and an answer would be lost without a word.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        answered: HttpResponseBase = super().process_response(request, response)
        if answered is not response and request.method not in READING:
            answered.status_code = REPEATED
        return answered
