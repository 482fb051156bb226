"""Asides: actions out of turn, with a confirmation; and looking at cards for a limited time."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import selectors
from games.game_view import GameView, game_view
from games.models import Game, Peek
from games.refusals import Refused
from games.services.hands import asides
from games.web.access import me, reach
from games.web.boards import board_of
from games.web.refusals import for_people
from games.wording.base import AsideWords


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def aside(request: HttpRequest, code: str) -> HttpResponse:
    """Asks for confirmation; POST with `sure` does it."""
    sent = request.POST if request.method == "POST" else request.GET
    act = " ".join(sent.get("act", "").lower().split())[:40]
    game = reach(request, code)
    if request.method == "POST" and "sure" in sent:
        asides.do_aside(me(request), code, act)
        return redirect("game", code=code)
    view = game_view(request.user, game)
    possible = selectors.observations.asides_for(game, view.index)
    if act not in possible:
        legal = ", ".join(possible) or "—"
        raise Refused("no_aside", {"asides": possible}, given=act, legal=legal)
    words = view.wording.aside(act, view.table, view.seating)
    context = {"game": game, "title": view.wording.title(), "act": act, "words": words}
    return render(request, "games/aside.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def peek(request: HttpRequest, code: str) -> HttpResponse:
    """POST starts the sandglass. While it runs, the page shows the cards, then it redirects."""
    game = reach(request, code)
    if request.method == "POST":
        asides.open_peek(me(request), code)
        return redirect("game-peek", code=code)
    view = game_view(request.user, game)
    cards = selectors.observations.peek_for(game, view.index) if view.index is not None else None
    running = selectors.observations.peek_of(game, view.index) if view.index is not None else None
    if cards is None or running is None:
        return redirect("game", code=code)
    response = render(request, "games/peek.html", _looking(view, cards, running))
    # a header, so that the page ends on time without JavaScript too
    response["Refresh"] = f"{seconds_left(running)}; url=../"
    return response


def _looking(view: GameView, cards: dict[str, list[str]], running: Peek) -> dict[str, Any]:
    names = view.seating.names
    return {
        "game": view.game,
        "title": view.wording.title(),
        "sheets": board_of(view.game.ruleset).SHEETS,
        "template": board_of(view.game.ruleset).PEEKED,
        "hands": [
            {"number": int(seat) + 1, "name": names[int(seat)], "cards": held}
            for seat, held in sorted(cards.items())
        ],
        "left": seconds_left(running),
        "until": _end_of(running),
    }


def _end_of(running: Peek) -> Any:
    return (running.opened_at or timezone.now()) + timedelta(seconds=running.seconds)


def seconds_left(running: Peek) -> int:
    """The time left, rounded up; 0 when it is over."""
    return max(0, -int(-(_end_of(running) - timezone.now()).total_seconds() // 1))


def asides_panel(game: Game, view: GameView) -> dict[str, Any]:
    """Context for a running game: the asides of this seat and its sandglass."""
    acts = selectors.observations.asides_for(game, view.index)
    return {
        "asides": [(act, _words(view, act)) for act in acts],
        "sand": _sand(game, view.index),
    }


def _words(view: GameView, act: str) -> AsideWords:
    return view.wording.aside(act, view.table, view.seating)


def _sand(game: Game, seat: int | None) -> dict[str, Any] | None:
    """The right to look, unless used up; `left` is None until the sandglass is started."""
    mine = selectors.observations.peek_of(game, seat) if seat is not None else None
    if mine is None:
        return None
    if mine.opened_at is None:
        return {"seconds": mine.seconds, "left": None}
    left = seconds_left(mine)
    return {"seconds": mine.seconds, "left": left} if left else None
