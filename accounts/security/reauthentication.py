"""Reauthentication before actions with which a stranger at an open browser could do harm.

To delete or download one's data, get an API key or change the address, one must have signed in
within the last minutes, or confirm one's identity by password or second factor on allauth's page.
Somebody who has neither is signed out and back in by a code sent by e-mail. Guests have no
credentials but this browser, and nothing else to lose.

The submitted form isn't kept meanwhile, as allauth would do in the session, headers and all: it has
to be submitted again.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.signals import authentication_step_completed
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.security import sessions

SHOWN_AT = "signed_in_at"  # in the session, in seconds since 1970
View = Callable[..., HttpResponse]


@receiver(user_logged_in)
def note_sign_in(sender: Any, request: HttpRequest, **_kwargs: Any) -> None:
    request.session[SHOWN_AT] = time.time()


@receiver(authentication_step_completed)
def note_shown_again(sender: Any, request: HttpRequest, **how: Any) -> None:
    """Receiver: records when a signed-in person has just reauthenticated."""
    if how.get("reauthenticated"):
        request.session[SHOWN_AT] = time.time()


def asks_again(page: str) -> Callable[[View], View]:
    """View decorator: requires a recent sign-in. `page` is the URL name to return to after it."""

    def wrap(view: View) -> View:
        @wraps(view)
        def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if needed(request):
                return ask(request, reverse(page))
            return view(request, *args, **kwargs)

        return asking

    return wrap


def needed(request: HttpRequest) -> bool:
    """Whether this person must reauthenticate first."""
    user = cast(User, request.user)
    if time.time() - request.session.get(SHOWN_AT, 0) < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT:
        return False
    if user.is_guest:
        return False
    return (
        bool(_ways(user)) or not settings.TIDEWEB_DEMO
    )  # demo people sign in by a link and have no credentials


def ask(request: HttpRequest, back: str) -> HttpResponse:
    """Redirects to the reauthentication page, and from there to `back`."""
    user = cast(User, request.user)
    page = page_of(user)
    if not _ways(user):
        sessions.interrupt(request)
    words = _("First confirm that it’s you. Nothing has been done yet; try again afterwards.")
    messages.warning(request, words)
    return redirect(f"{page}?{urlencode({'next': back})}")


def page_of(user: User) -> str:
    """Where this person confirms that it’s them; whoever has no way to has to sign out before."""
    ways = _ways(user)
    return str(ways[0]["url"]) if ways else reverse("account_request_login_code")


def factor_page(user: User) -> str:
    """Where somebody who has a second factor shows it in this session."""
    return next(str(way["url"]) for way in _ways(user) if way["id"].startswith("mfa_"))


def _ways(user: User) -> list[dict[str, Any]]:
    ways: list[dict[str, Any]] = get_adapter().get_reauthentication_methods(user)
    return ways
