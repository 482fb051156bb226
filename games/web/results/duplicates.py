"""Tables with the same deals: the list, and the page that compares them."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.text.bidi_isolation import isolated
from games import links, selectors
from games.models import Game
from games.selectors.results.duplicates import Held, compared_tables, comparison_of, same_deals_of
from games.web.access import reach
from games.web.refusals import answers_refusals
from games.wording import wording
from games.wording.duplicates import difference_words, verdict_words
from games.wording.lists import listed


def panel(game: Game) -> dict[str, Any]:
    """The context of templates/games/parts/same_deals.html."""
    tables = same_deals_of(game)
    if len(tables) < 2:
        return {}
    return {
        "same_deals": [_table(each, game) for each in tables],
        "comparable_tables": not game.closed and bool(compared_tables(tables)),
    }


def _table(table: Game, game: Game) -> dict[str, Any]:
    """Who sits at the other table and, while it is open, its link; nothing about its hands."""
    seats = list(table.seats.all())
    return {
        "name": isolated(table.name),
        "here": table.pk == game.pk,
        "who": listed([isolated(seat.user.name) for seat in seats if seat.user]),
        "free": sum(seat.user is None for seat in seats),
        "url": "" if table.closed else _way(table),
    }


def _way(table: Game) -> str:
    if table.visibility == Game.Visibility.LINK and table.state == Game.State.OPEN:
        return reverse("game-link", args=[table.code, links.link_token(table)])
    return reverse("game", args=[table.code])


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
        "verdict": _verdict(game, found.rows[mine]) if mine is not None else "",
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


def _verdict(game: Game, row: Sequence[Held]) -> str:
    """A sentence about how the reader did."""
    own = next(held for held in row if held.seat.game_id == game.pk)
    return verdict_words(own.mark.difference, own.mark.place, len(row))
