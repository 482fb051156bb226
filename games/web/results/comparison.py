"""A finished game compared: what each player made of their cards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.game_view import seating_of
from games.refusals import Refused
from games.web.access import reach
from games.web.boards import board_of
from games.web.hands import charts
from games.web.refusals import answers_refusals
from games.wording import wording
from games.wording.comparison import COMPARISONS


@require_safe
@answers_refusals
def compare(request: HttpRequest, code: str) -> HttpResponse:
    """The comparison as the game makes it, with charts."""
    game = reach(request, code)
    comparison = COMPARISONS.get(game.ruleset)
    if comparison is None:
        raise Refused("no_comparison")
    found = comparison.compared(selectors.observations.whole_replay_of(game))
    told, seating = (
        wording(game.ruleset),
        seating_of(game, selectors.access.seat_index(game, request.user)),
    )
    context = {
        "game": game,
        "title": told.title(),
        "result": told.result(game.outcome or {}, seating),
        "sheets": board_of(game.ruleset).SHEETS,
        "heading": comparison.heading(),
        "lede": comparison.lede(found),
        "sheet": comparison.SHEET,
        "template": comparison.TEMPLATE,
        "compared": found,
        "seating": seating,
        "insights": comparison.insights(found, seating),
        "course": charts.charts(game, seating),
    }
    return render(request, "games/compare.html", context)
