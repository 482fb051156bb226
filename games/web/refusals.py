"""Renders refusals as pages, with the fitting HTTP status."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.refusals import Refused

View = Callable[..., HttpResponse]


def refusal_page(
    request: HttpRequest, message: str, status: int, *, ways: list[tuple[str, str]] | None = None
) -> HttpResponse:
    """An error page; `ways` are (URL, label) pairs of where to go from there."""
    context = {"message": message, "status": status, "ways": ways or []}
    return render(request, "games/refused.html", context, status=status)


def answers_refusals(view: View) -> View:
    """View decorator: turns a `Refused` exception into a page."""

    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            ways = _ways(request, refused, kwargs.get("code"))
            return refusal_page(request, refused.message, refused.status, ways=ways)

    return answering


def _ways(request: HttpRequest, refused: Refused, code: str | None) -> list[tuple[str, str]]:
    ways = []
    table = reverse("game", args=[code]) if code else ""
    if code and refused.code not in {"unknown_game", "bad_link"} and table != request.path:
        ways.append((table, _("Back to the table")))
    if request.user.is_authenticated:
        ways.append((reverse("moves"), _("Your moves")))
    else:
        here = request.path if request.method == "GET" else reverse("front")
        ways.append((f"{reverse('account_login')}?next={here}", _("Sign in")))
    ways.append((reverse("games"), _("Open tables")))
    return ways


def for_people(view: View) -> View:
    """View decorator: requires signing in; redirects a GET and refuses a POST."""

    @wraps(view)
    def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            return redirect_to_login(request.get_full_path())
        code = kwargs.get("code")
        back = reverse("game", args=[code]) if code else reverse("games")
        sign_in = f"{reverse('account_login')}?next={back}"
        refused = Refused("signed_out")
        ways = [(sign_in, _("Sign in"))]
        return refusal_page(request, refused.message, refused.status, ways=ways)

    return asking
