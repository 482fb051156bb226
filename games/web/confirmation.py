"""Confirmation pages: GET asks, POST acts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.web.access import reach
from games.web.refusals import for_people
from games.wording import wording


@dataclass(frozen=True)
class Ask:
    """The content of the page: heading, consequences, and a button for each way to do it.

    `buttons` are pairs of (value of the field `how`, label), the primary one first; `hidden` are
    additional fields.
    """

    heading: str
    lines: list[str]
    buttons: list[tuple[str, str]]
    hidden: dict[str, str] = field(default_factory=dict)


Asking = Callable[..., Ask]
Doing = Callable[..., HttpResponse]


def confirmed(asking: Asking) -> Callable[[Doing], Callable[..., HttpResponse]]:
    """View decorator: the view handles POST; GET shows what `asking(request, game, …)` returns."""

    def decorate(doing: Doing) -> Callable[..., HttpResponse]:
        @never_cache
        @require_http_methods(["GET", "HEAD", "POST"])
        @for_people
        @wraps(doing)
        def view(request: HttpRequest, code: str, **more: object) -> HttpResponse:
            game = reach(request, code)
            if request.method == "POST":
                return doing(request, game, **more)
            return page(request, game, asking(request, game, **more))

        return view

    return decorate


def page(request: HttpRequest, game: Game, ask: Ask) -> HttpResponse:
    context = {"game": game, "title": wording(game.ruleset).title(), "ask": ask}
    return render(request, "games/confirm.html", context)
