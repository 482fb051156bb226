"""Two taps on one button are one."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from accounts.security import sessions
from games.services.hands import idempotency_keys

View = Callable[..., HttpResponse]
AGAIN = timedelta(minutes=1)  # also enough for a browser that got no response and asks to resend


class _NotDoneError(Exception):
    """What was sent took no effect; `response` says why."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response


def sent_once(view: View) -> View:
    """View decorator: the same form of the same page, sent again within a minute, takes effect once
    and leads where it led before. A stranger whom it made a guest stays the same guest.

    Each form of each page has its own CSRF token, so somebody who loads the page again and sends
    the same once more means it. Not for a view that waits for what it has written to be committed.
    """

    @wraps(view)
    def once(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("csrfmiddlewaretoken") is None:
            return view(request, *args, **kwargs)
        send = partial(view, request, *args, **kwargs)
        if isinstance(request.user, User):
            return _by_somebody(request, request.user, send)
        return _by_stranger(request, send)

    return once


def _by_somebody(
    request: HttpRequest, user: User, send: Callable[[], HttpResponse]
) -> HttpResponse:
    made: dict[str, HttpResponse] = {}

    def make() -> str:
        response = send()
        if response.status_code != 302:
            raise _NotDoneError(response)
        made[response["Location"]] = response
        return response["Location"]

    try:
        location = idempotency_keys.made_once(user, _key(request), {}, make, within=AGAIN)
    except _NotDoneError as fault:
        return fault.response
    # What was made beside another request that came first is rolled back, and not there.
    return made.get(location) or redirect(location)


def _by_stranger(request: HttpRequest, send: Callable[[], HttpResponse]) -> HttpResponse:
    key = _key(request)
    with transaction.atomic():
        found = idempotency_keys.made_by_guest(key, AGAIN)
        if found is not None:
            guest, location = found
            sessions.begin(request, guest)
            return redirect(location)
        response = send()
        if response.status_code == 302 and isinstance(request.user, User):
            idempotency_keys.keep_of_guest(request.user, key, response["Location"])
        return response


def _key(request: HttpRequest) -> str:
    sent = sorted((name, tuple(values)) for name, values in request.POST.lists())
    return hashlib.sha256(repr((request.get_full_path(), sent)).encode()).hexdigest()
