"""Lessons: explanations on the page while somebody plays a game for the first time."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.people import new_accounts
from games.game_view import GameView
from games.web.access import me, reach
from games.web.refusals import for_people


def lesson(request: HttpRequest, view: GameView) -> dict[str, Any]:
    """The context of templates/games/parts/lesson.html.

    `lesson`: the steps for this hand, for a player who doesn't know the game yet.
    `explainable`: whether a player who has dismissed them can bring them back.
    """
    if view.seat is None:
        return {}
    steps = view.wording.lessons(view.table, view.seating)
    known = view.game.ruleset in me(request).learned
    return {"lesson": [] if known else steps, "explainable": known and bool(steps)}


@require_POST
@for_people
def explain(request: HttpRequest, code: str) -> HttpResponse:
    """Dismisses the lessons of this game for good (`known`), or brings them back."""
    game = reach(request, code)
    new_accounts.learn(me(request), game.ruleset, known="known" in request.POST)
    return redirect("game", code=code)
