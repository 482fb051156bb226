"""The page that compares tables with the same deals."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.text.bidi_isolation import isolated
from games import selectors
from games.models import Game
from games.selectors.results.duplicates import Compared, Held, comparison_of
from games.web.access import reach
from games.web.refusals import answers_refusals
from games.wording import wording
from games.wording.duplicates import (
    difference_words,
    left_out_words,
    others_left_out_words,
    verdict_words,
)


@require_safe
@answers_refusals
def compare(request: HttpRequest, code: str) -> HttpResponse:
    """Seats as rows, tables as columns; points, difference and place."""
    game = reach(request, code)
    found = comparison_of(game)
    mine = selectors.access.seat_index(game, request.user)
    context = {
        "game": game,
        "title": wording(game.ruleset).title(),
        "tables": found.tables,
        "rows": [
            {
                "number": index + 1,
                "cells": [_cell(held, game, mine) for held in row],
            }
            for index, row in enumerate(found.rows)
        ],
        "verdict": _verdict(game, found, mine),
        "left_out": others_left_out_words([each for each in found.left_out if each != game]),
    }
    return render(request, "games/duplicate.html", context)


def _cell(held: Held, game: Game, mine: int | None) -> dict[str, Any]:
    seat, mark = held.seat, held.mark
    return {
        "name": isolated(seat.user.name) if seat.user else "—",
        "points": mark.points,
        "difference": difference_words(mark.difference),
        "place": mark.place,
        "mine": seat.game_id == game.pk and seat.index == mine,
        "first": mark.place == 1,
    }


def _verdict(game: Game, found: Compared, mine: int | None) -> str:
    """A sentence about how the reader did, or that this table is left out."""
    if game not in found.tables:
        return left_out_words()
    mark = None if mine is None else found.mark_of(game, mine)
    return verdict_words(mark.difference, mark.place, len(found.tables)) if mark else ""
