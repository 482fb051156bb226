"""Two taps on one button are one."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from games.services.hands.idempotency_keys import made_once

View = Callable[..., HttpResponse]
AGAIN = timedelta(minutes=1)  # also enough for a browser that got no response and asks to resend


class _NotDoneError(Exception):
    """What was sent took no effect; `response` says why."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response


def sent_once(view: View) -> View:
    """View decorator: the same form of the same page, sent again within a minute, takes effect once
    and leads where it led before.

    Each form of each page has its own CSRF token, so somebody who loads the page again and sends
    the same once more means it. Not for a view that waits for what it has written to be committed.
    """

    @wraps(view)
    def once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        token = request.POST.get("csrfmiddlewaretoken")
        if token is None or not isinstance(request.user, User):
            return view(request, *args, **kwargs)

        made: dict[str, HttpResponse] = {}

        def send() -> str:
            response = view(request, *args, **kwargs)
            if response.status_code != 302:
                raise _NotDoneError(response)
            made[response["Location"]] = response
            return response["Location"]

        try:
            location = made_once(request.user, _key(request), {}, send, within=AGAIN)
        except _NotDoneError as fault:
            return fault.response
        # What was made beside another request that came first is rolled back, and not there.
        return made.get(location) or redirect(location)

    return once


def _key(request: HttpRequest) -> str:
    sent = sorted((name, tuple(values)) for name, values in request.POST.lists())
    return hashlib.sha256(repr((request.get_full_path(), sent)).encode()).hexdigest()
