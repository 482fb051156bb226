"""Leads from the address of a form to its page, for whoever opens that address in a browser."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

Respond = Callable[[HttpRequest], HttpResponseBase]


def opened_action_middleware(respond: Respond) -> Respond:
    """What was refused is shown at the address that it was sent to. Reloaded, opened again by the
    phone, or in another language, that address would be an empty page: it only takes what is sent.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        opened = response.status_code == 405 and request.method == "GET"
        if opened and "text/html" in request.headers.get("Accept", ""):  # a browser, no program
            return redirect(_above(request.path))
        return response

    return answer


def _above(path: str) -> str:
    """The nearest address above this one that there is."""
    parts = path.strip("/").split("/")[:-1]
    while parts:
        above = f"/{'/'.join(parts)}/"
        try:
            resolve(above)
        except Resolver404:
            parts.pop()
        else:
            return above
    return "/"
