"""A step that is asked about on its own page before it is taken: GET asks, POST does it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.web.access import reach
from games.web.refusals import answers_refusals, for_people
from games.wording import wording

Text = str | Promise


@dataclass(frozen=True)
class Ask:
    """What the page says: a heading, what it would mean, and a button for each way to do it.

    `buttons` are (value of the field `how`, word) pairs, the first the weightiest; `hidden`
    fields go with them.
    """

    heading: Text
    lines: list[Text]
    buttons: list[tuple[str, Text]]
    hidden: dict[str, str] = field(default_factory=dict)


Asking = Callable[..., Ask]
Doing = Callable[..., HttpResponse]


def confirmed(asking: Asking) -> Callable[[Doing], Callable[..., HttpResponse]]:
    """Makes a view of what is done by POST; `asking` (request, game, …) draws up its page."""

    def decorate(doing: Doing) -> Callable[..., HttpResponse]:
        @never_cache
        @require_http_methods(["GET", "HEAD", "POST"])
        @for_people
        @answers_refusals
        @wraps(doing)
        def view(request: HttpRequest, code: str, **more: object) -> HttpResponse:
            game = reach(request, code)
            if request.method == "POST":
                return doing(request, game, **more)
            return shown(request, game, asking(request, game, **more))

        return view

    return decorate


def shown(request: HttpRequest, game: Game, ask: Ask) -> HttpResponse:
    """Renders the confirmation page."""
    context = {"game": game, "title": wording(game.ruleset).title(), "ask": ask}
    return render(request, "games/confirm.html", context)
