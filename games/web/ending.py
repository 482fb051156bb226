"""The page of a finished game: who won, stage by stage, and the ways into its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import selectors
from games.models import Game
from games.telling.comparing import COMPARISONS
from games.web import chat, course, duplicates, tale
from games.web.access import way_in
from games.web.boards import board_of
from games.web.running import about
from games.web.sight import circle_of, sight_of
from games.web.together import history

if TYPE_CHECKING:
    from games.web.pages import Rebuff

TOLD = 6


def page(request: HttpRequest, game: Game, rebuff: Rebuff | None) -> HttpResponse:
    """The result, and how it came to it."""
    sight = sight_of(request, game)
    board = board_of(game.ruleset)
    log = selectors.told_since(game, 0, TOLD)
    noted, shown_notes = selectors.closing_notes(game, request.user)
    winners = (game.outcome or {}).get("winners", [])
    context = {
        "game": game,
        "sheets": board.SHEETS,
        "sight": sight,
        "rebuff": rebuff,
        "result": sight.telling.result(game.outcome or {}, sight.circle),
        "won": sight.index in winners,
        "winners": [sight.circle.names[index] for index in winners],
        "scores_template": board.SCORES,
        "scores": board.scores(sight),
        "course": course.charts(game, sight.circle),
        "comparable": game.ruleset in COMPARISONS and not game.closed,
        "tale": tale.entries(game, log, sight.circle),
        "history": history(game),
        "noted": noted,
        "link": way_in(request, game) if sight.seat is not None and not game.closed else "",
        **chat.panel(request, game),
        **duplicates.panel(game),
        "shown_notes": shown_notes,
        **about(game, sight.seat),
    }
    return render(request, "games/over.html", context, status=rebuff.status if rebuff else 200)


def cancelled(request: HttpRequest, game: Game, rebuff: Rebuff | None) -> HttpResponse:
    """A game that was ended without a result: how it came to it, and playing again."""
    seat = selectors.seat_of(game, request.user)
    circle = circle_of(game, seat.index if seat else None)
    context = {
        "game": game,
        "rebuff": rebuff,
        "tale": tale.entries(game, selectors.told_since(game, 0, TOLD), circle),
        "history": history(game),
        "recorded": selectors.has_record(game),
        "played": game.hand_number > 1,
        **duplicates.panel(game),
        **about(game, seat),
    }
    return render(request, "games/cancelled.html", context, status=rebuff.status if rebuff else 200)
