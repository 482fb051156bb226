"""Pages for those who are signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required as to_sign_in
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from accounts.refusals import Refused

View = Callable[..., HttpResponse]
SIGNED_OUT = "signed_out"


def login_required(view: View) -> View:
    """Django's, which leads to the sign-in; and says there that what was sent didn't count, also to
    whoever was signed out while it was on its way."""
    guarded = to_sign_in(view)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            messages.error(request, Refused(SIGNED_OUT).message)
        try:
            return guarded(request, *args, **kwargs)
        except Refused as refused:
            if refused.code != SIGNED_OUT:
                raise
            messages.error(request, refused.message)
            return redirect_to_login(request.get_full_path())

    return answer
