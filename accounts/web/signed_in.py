"""Pages for those who are signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required as to_sign_in
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

View = Callable[..., HttpResponse]


def login_required(view: View) -> View:
    """Django's, which leads to the sign-in; and says there that what was sent didn't count."""
    guarded = to_sign_in(view)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            messages.error(
                request,
                _("You aren’t signed in, so this wasn’t accepted. Sign in and send it again."),
            )
        return guarded(request, *args, **kwargs)

    return answer
