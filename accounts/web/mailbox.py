"""The demo's mailbox: the letters that our own listener took for whoever is signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from accounts import mailbox
from accounts.mailbox import Opened
from accounts.models import User

# A letter may be anybody's HTML: it runs nothing, sends nothing and fetches nothing; its links
# open in a tab of their own.
SANDBOX = ["allow-popups", "allow-popups-to-escape-sandbox"]
LETTER_POLICY = {
    "default-src": [NONE],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["data:"],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": [SELF],
    "sandbox": SANDBOX,
}
View = Callable[..., HttpResponseBase]


def demo_only(view: View) -> View:
    """The page exists only where TIDEWEB_DEMO says so."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.TIDEWEB_DEMO:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@demo_only
@never_cache
@login_required
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The letters, newest first."""
    letters = mailbox.letters_of(cast(User, request.user))
    return render(request, "accounts/mailbox.html", {"nav": "mailbox", "letters": letters})


@demo_only
@never_cache
@login_required
@require_GET
def letter(request: HttpRequest, pk: int) -> HttpResponse:
    """One letter as plain text, its HTML in a frame of its own, and its headers."""
    shown = {"nav": "mailbox", "letter": _opened(request, pk), "sandbox": " ".join(SANDBOX)}
    return render(request, "accounts/mailbox_letter.html", shown)


@demo_only
@never_cache
@login_required
@require_GET
@xframe_options_sameorigin
@csp(LETTER_POLICY)  # type: ignore[arg-type]
def html(request: HttpRequest, pk: int) -> HttpResponse:
    """The HTML of one letter, for the frame."""
    letter, aim = _opened(request, pk).html, '<base target="_blank">'
    aimed = letter.replace("<head>", f"<head>{aim}", 1) if "<head>" in letter else aim + letter
    return HttpResponse(aimed)


def _opened(request: HttpRequest, pk: int) -> Opened:
    opened = mailbox.open_letter(cast(User, request.user), pk)
    if opened is None:
        raise Http404(_("There is no such letter in your mailbox."))
    return opened
