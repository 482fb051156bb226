"""The page of a finished game: who won, the stages, and links to the replay."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import selectors
from games.game_view import game_view, seating_of
from games.models import Game
from games.web import history as tale
from games.web import posters, same_deals
from games.web.access import way_in
from games.web.boards import board_of
from games.web.hands import charts, live
from games.web.rejection import Rejection, status_of
from games.web.seats.table_panel import history
from games.web.table_facts import about
from games.web.talk import chat
from games.wording.comparison import COMPARISONS

MAX_ENTRIES = 6


def page(request: HttpRequest, game: Game, rejection: Rejection | None) -> HttpResponse:
    """The result and the history."""
    view = game_view(request.user, game)
    board = board_of(game.ruleset)
    log = selectors.observations.told(game, MAX_ENTRIES)
    noted, shown_notes = selectors.talk.notes.closing_notes(game, request.user)
    panel = chat.panel(request, game)
    context = {
        "game": game,
        "sheets": board.SHEETS,
        "view": view,
        "rejection": rejection,
        "result": view.wording.result(game.outcome or {}, view.seating),
        "bots": view.sentences_on_bots(),
        "won": view.index in (game.outcome or {}).get("winners", []),
        "scores_template": board.SCORES,
        "scores": board.scores(view),
        "course": charts.charts(game, view.seating),
        "played": game.hand_number > 1,
        "comparable": game.ruleset in COMPARISONS and not game.closed,
        "tale": tale.entries(game, log, view.seating),
        "history": history(game),
        "noted": noted,
        "link": way_in(request, game) if view.seat is not None and not game.closed else "",
        **panel,
        "live": live.of_page(game, live.game_fingerprint(game, request.user, panel["late_talk"])),
        **same_deals.panel(game),
        "shown_notes": shown_notes,
        **about(game, view.seat),
        **posters.for_strangers(request, game),
    }
    return render(request, "games/over.html", context, status=status_of(rejection))


def cancelled(request: HttpRequest, game: Game, rejection: Rejection | None) -> HttpResponse:
    """A cancelled game: its history, and a rematch."""
    seat = selectors.access.seat_of(game, request.user)
    seating = seating_of(game, seat.index if seat else None)
    context = {
        "game": game,
        "rejection": rejection,
        "tale": tale.entries(game, selectors.observations.told(game, MAX_ENTRIES), seating),
        "history": history(game),
        "recorded": selectors.observations.has_record(game),
        "played": game.hand_number > 1,
        **same_deals.panel(game),
        **about(game, seat),
    }
    return render(request, "games/cancelled.html", context, status=status_of(rejection))
