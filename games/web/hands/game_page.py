"""The page of a game: an open table, a running game or a result, depending on its state."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.security.fetched_ahead import is_ahead
from games import selectors
from games.models import Game
from games.services.hands.looks import mark_looked
from games.web.access import reach
from games.web.hands import kept_answers, live, running_game
from games.web.lobby import open_table
from games.web.refusals import answers_refusals
from games.web.rejection import Rejection
from games.web.results import finished_game
from games.web.talk import chat


@require_safe
@answers_refusals
def game(request: HttpRequest, code: str) -> HttpResponse:
    """A game in its current state. E-mails that say a seat is kept lead here."""
    game = reach(request, code)
    if live.is_another(request, game):
        return render(request, "games/parts/gone_on.html", {"game": game})
    return show(request, game, kept_answers.reminder(request, game))


def show(request: HttpRequest, game: Game, rejection: Rejection | None = None) -> HttpResponse:
    """Renders the page; the visitor must have access to the game."""
    if game.state == Game.State.OPEN:
        response = open_table.page(request, game, rejection)
    elif game.state == Game.State.CANCELLED:
        response = finished_game.cancelled(request, game, rejection)
    elif game.state == Game.State.OVER:
        response = finished_game.page(request, game, rejection)
    else:
        response = running_game.page(request, game, rejection)
    if rejection is None:
        _note_looked(request, game)
    return response


def _note_looked(request: HttpRequest, game: Game) -> None:
    """Records that the seat has seen the page, unless it was only fetched ahead."""
    seat = selectors.access.seat_of(game, request.user)
    if seat is not None and request.method == "GET" and not is_ahead(request):
        mark_looked(seat, game)
        if live.is_read(request) and game.state != Game.State.CANCELLED:  # that shows no chat
            chat.note_seen(seat, game)
