"""Renders refusals as pages, with the fitting HTTP status."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from games.refusals import Refused
from games.wording import WORDINGS

View = Callable[..., HttpResponse]
# Fields of notes, messages, reports, what moderators answer to these, and plans; the preferences
# have a plan for each game.
TEXTS = ("text", "answer", "plan", *sorted(WORDINGS))
# Where there is no table to go back to.
NO_WAY_BACK = ("unknown_game", "bad_link", "not_kept", "seat_passed_on", "table_closed")


def refusal_page(
    request: HttpRequest,
    message: str,
    status: int,
    *,
    ways: list[tuple[str, str]],
    typed: Sequence[str] = (),
) -> HttpResponse:
    """An error page; `ways` are (URL, label) pairs of where to go from there, `typed` are texts
    that were sent in vain, to be copied.
    """
    unchanged = _("Nothing was changed.")
    context = {
        "message": message,
        "ways": ways,
        "typed": typed,
        "unchanged": "" if unchanged[:-1].casefold() in message.casefold() else unchanged,
    }
    return render(request, "games/refused.html", context, status=status)


def typed_by(request: HttpRequest) -> list[str]:
    """The long texts of the form that was sent; nothing else of it, which may be secret."""
    texts = [request.POST.get(name, "").strip() for name in TEXTS]
    return [text for text in texts if text]


def answers_refusals(view: View) -> View:
    """View decorator: turns a `Refused` exception into a page."""

    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            ways = _ways(request, refused, _code(request))
            typed = typed_by(request)
            return refusal_page(request, refused.message, refused.status, ways=ways, typed=typed)

    return answering


def _code(request: HttpRequest) -> str | None:
    """Of the table that the address is of, however the view passes it on to another."""
    match = request.resolver_match
    return match.kwargs.get("code") if match else None


def _ways(request: HttpRequest, refused: Refused, code: str | None) -> list[tuple[str, str]]:
    ways = []
    table = reverse("game", args=[code]) if code else ""
    if code and refused.code not in NO_WAY_BACK and table != request.path:
        ways.append((table, _("Back to the table")))
    if request.user.is_authenticated:
        ways.append((reverse("moves"), _("Your moves")))
    else:
        here = request.path if request.method == "GET" else reverse("front")
        ways.append((f"{reverse('account_login')}?next={here}", _("Sign in")))
    ways.append((reverse("games"), _("Open tables")))
    return ways


def for_people(view: View) -> View:
    """View decorator: requires signing in; redirects a GET and refuses a POST. As
    `answers_refusals` for whoever is signed in.

    A form that is sent to an address without a page of its own, and not to one of a table, says in
    `next` where to go on.
    """

    answering = answers_refusals(view)

    @wraps(view)
    def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return answering(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            return redirect_to_login(request.get_full_path())
        refused = Refused("signed_out")
        ways = [(way_to_sign_in(request, kwargs.get("code")), _("Sign in"))]
        return refusal_page(
            request, refused.message, refused.status, ways=ways, typed=typed_by(request)
        )

    return asking


def way_to_sign_in(request: HttpRequest, code: str | None) -> str:
    """The page to sign in, which leads back to where the form that was sent stands."""
    return f"{reverse('account_login')}?{urlencode({'next': form_page(request, code)})}"


def form_page(request: HttpRequest, code: str | None) -> str:
    way = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(way, allowed_hosts={request.get_host()}):
        return way
    return reverse("game", args=[code]) if code else request.get_full_path()
