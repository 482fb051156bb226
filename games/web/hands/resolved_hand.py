"""The page of one resolved hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors, visibility
from games.game_view import game_view, seating_in
from games.models import Game
from games.refusals import Refused
from games.web.access import reach
from games.web.boards import board_of
from games.web.hands.running_game import seals, upshot
from games.web.refusals import answers_refusals


@require_safe
@answers_refusals
def hand(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One resolved hand: what was played, and how the table stands after it."""
    game = reach(request, code)
    if game.state == Game.State.OPEN:
        raise Refused("no_hand", given=number)
    found, entry = selectors.observations.resolved_hand(game, number)
    view = game_view(request.user, game)
    seating = seating_in(game, number, request.user)
    board = board_of(game.ruleset)
    after = selectors.observations.table_after(game, found)
    context = {
        "game": game,
        "sheets": board.SHEETS,
        "view": view,
        "hand": found,
        "title": view.wording.title(),
        "place": view.wording.place(found.table),
        "upshot": upshot(entry.data["events"], game, seating),
        "turned": len(found.awaiting) > 1,  # a lone answer isn't hidden from anybody
        "sentences": view.wording.sentences(entry.data["events"], seating),
        "missed": [seating.names[seat] for seat in entry.data.get("missed", [])],
        "template": board.ANSWERED,
        "shown": board.revealed(entry.data["events"], found.table, after, seating),
        "mine": board.costs(entry.data["events"], seating.reader),
        "seals": seals(
            seating, visibility.receipts_in(found), selectors.observations.opened_bids(found)
        ),
        "previous": number - 1,
        "following": number + 1 if selectors.observations.is_resolved(game, number + 1) else None,
    }
    return render(request, "games/hand.html", context)
