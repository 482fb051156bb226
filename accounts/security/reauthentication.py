"""Asking who it is once more, before what a stranger at an open browser could do harm with.

To have one's data taken away or out, to get a key and to change the address, one must have signed
in within the last minutes, or show again that it is oneself: by password or second factor, on the
account library's page.  Who has neither is signed out and in again by a code in a letter.  A guest
has nothing to show but this browser, and nothing else to lose.

What was sent is not kept meanwhile, as the library would do in the session, headers and all: it is
to be sent again.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.signals import authentication_step_completed
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User

SHOWN_AT = "signed_in_at"  # in the session, in seconds since 1970
View = Callable[..., HttpResponse]


@receiver(user_logged_in)
def note_sign_in(sender: Any, request: HttpRequest, **_kwargs: Any) -> None:
    request.session[SHOWN_AT] = time.time()


@receiver(authentication_step_completed)
def note_shown_again(sender: Any, request: HttpRequest, **how: Any) -> None:
    """Somebody who is signed in has just shown again who they are."""
    if how.get("reauthenticated"):
        request.session[SHOWN_AT] = time.time()


def asks_again(page: str) -> Callable[[View], View]:
    """Of a view for people: lets it do its work for who signed in lately, and asks others to; then
    they come to that page."""

    def wrap(view: View) -> View:
        @wraps(view)
        def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if needed(request):
                return ask(request, reverse(page))
            return view(request, *args, **kwargs)

        return asking

    return wrap


def needed(request: HttpRequest) -> bool:
    """Whether this person is to be asked."""
    user = cast(User, request.user)
    if time.time() - request.session.get(SHOWN_AT, 0) < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT:
        return False
    if user.is_guest:
        return False
    return (
        bool(_ways(user)) or not settings.TIDEWEB_DEMO
    )  # who came by the demo's link has no other


def ask(request: HttpRequest, back: str) -> HttpResponse:
    """To the page that asks, and from there back."""
    ways = _ways(cast(User, request.user))
    if ways:
        page = ways[0]["url"]
    else:
        logout(request)
        page = reverse("account_request_login_code")
    said = _("First confirm that it is you. Nothing has been done yet; do it again after that.")
    messages.warning(request, said)
    return redirect(f"{page}?{urlencode({'next': back})}")


def _ways(user: User) -> list[dict[str, Any]]:
    ways: list[dict[str, Any]] = get_adapter().get_reauthentication_methods(user)
    return ways
