"""How a page answers what was refused: in words, with the status that fits."""

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

STATUS = {
    "unknown_game": 404,
    "no_comparison": 404,
    "no_duplicate": 404,
    "duplicate_closed": 403,
    "duplicate_full": 409,
    "duplicate_alone": 409,
    "at_sister": 409,
    "unknown_league": 404,
    "no_season": 409,
    "no_guests": 403,
    "no_hand": 404,
    "no_aside": 409,
    "no_peek": 409,
    "unknown_person": 404,
    "absent": 409,
    "not_offered": 409,
    "sat_elsewhere": 403,
    "no_seat": 404,
    "no_extensions": 403,
    "extended_already": 409,
    "not_that_hand": 409,
    "no_votes": 403,
    "no_note": 404,
    "no_chat": 403,
    "chat_of_players": 403,
    "no_message": 404,
    "muted": 403,
    "suspended": 403,
    "too_much_talk": 429,
    "notes_fixed": 409,
    "notes_private": 409,
    "too_many_notes": 409,
    "not_over": 409,
    "not_reliable": 403,
    "not_seated": 403,
    "not_maker": 403,
    "bad_link": 403,
    "record_running": 403,
    "game_cancelled": 409,
    "game_over": 409,
    "game_not_running": 409,
    "stale_hand": 409,
    "future_hand": 409,
    "hand_closed": 409,
    "bid_changed": 409,
    "not_awaited": 409,
    "already_seated": 409,
    "already_started": 409,
    "table_full": 409,
    "too_few": 409,
    "too_many_invitations": 409,
    "too_many_tables": 409,
}


def status_of(refused: Refused) -> int:
    """400 for what is wrong in itself, 403 or 404 for what is not open, 409 for what is past."""
    return STATUS.get(refused.code, 400)


def refusal_page(
    request: HttpRequest, message: str, status: int, *, ways: list[tuple[str, str]] | None = None
) -> HttpResponse:
    """A page of its own that says what was refused; `ways` are (address, word) pairs."""
    context = {"message": message, "status": status, "ways": ways or []}
    return render(request, "games/refused.html", context, status=status)


def answers_refusals(view: View) -> View:
    """Turns a `Refused` that the view lets pass into a page."""

    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            ways = _ways(request, refused, kwargs.get("code"))
            return refusal_page(request, refused.message, status_of(refused), ways=ways)

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
    """Asks to sign in first: a redirect for a page, a refusal for whatever was sent."""

    @wraps(view)
    def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            return redirect_to_login(request.get_full_path())
        code = kwargs.get("code")
        back = reverse("game", args=[code]) if code else reverse("games")
        sign_in = f"{reverse('account_login')}?next={back}"
        message = _("You are not signed in, so this was not taken. Sign in and send it again.")
        return refusal_page(request, message, 403, ways=[(sign_in, _("Sign in"))])

    return asking
