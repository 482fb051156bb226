"""Your moves: hands to answer, games waiting for others, and finished games."""

from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import selectors
from games.game_view import GameView
from games.models import Bid, Game
from games.web import listings
from games.web.access import me
from games.web.boards import board_of
from games.web.hands import live
from games.web.hands.choices import answer_form
from games.web.refusals import for_people
from games.wording import WORDINGS, wording
from games.wording.lists import all_named, started

IN_FULL = 15  # hands that can be answered on this page; the rest are links
ENDED = live.MAX_IDLE - 1


@require_safe
@for_people
def moves(request: HttpRequest) -> HttpResponse:
    """The page; hands are sorted by deadline."""
    user, most = me(request), selectors.lobby.lists.MAX_HANDS
    tables = selectors.lobby.lists.own_tables(user, live.MAX_IDLE)
    dues = [due for due in tables.dues if due.game.ruleset in WORDINGS]
    views = [GameView(due.game, due.seat) for due in dues]
    mine = [view for due, view in zip(dues, views, strict=True) if due.mine]
    others = [view for due, view in zip(dues, views, strict=True) if not due.mine]
    count = len(mine) if len(mine) < most else selectors.page_header.masthead(user).due
    context = {
        "nav": "moves",
        "live": live.of_list(tables),
        "jobs": _deck(mine[:IN_FULL]),
        "sheets": _sheets(mine[:IN_FULL]),
        "later": [_line(view) for view in mine[IN_FULL:]],
        "due": mine[0].until if mine else None,
        "count": count,
        "left_out": count - len(mine),
        "full": len(tables.dues) >= most,
        "waits": [_line(view) for view in others],
        "all_away": bool(others) and all(view.own_seat.absence for view in others),
        "gathering": [listings.open_table(game, user) for game in tables.waiting[:ENDED]],
        "more_gathering": len(tables.waiting) > ENDED,
        "ended": [_ended(game, user) for game in tables.ended[:ENDED]],
        "more_ended": len(tables.ended) > ENDED,
    }
    return render(request, "games/moves.html", context)


def _deck(views: list[GameView]) -> list[dict[str, Any]]:
    """The hands in order, each linked to the codes of those `before` and `after` it."""
    jobs = [_job(view) for view in views]
    for first, second in pairwise(jobs):
        first["after"], second["before"] = second["game"].code, first["game"].code
    return jobs


def _job(view: GameView) -> dict[str, Any]:
    board = board_of(view.game.ruleset)
    return {
        **_line(view),
        "asked": view.wording.asked(view.table, view.seating),
        "heading": view.wording.heading(view.table),
        "brief_template": board.BRIEF,
        "brief": board.brief(view),
        "answer": answer_form(view),
    }


def _sheets(views: list[GameView]) -> list[str]:
    """The style sheets of these games without duplicates."""
    sheets = [sheet for view in views for sheet in board_of(view.game.ruleset).SHEETS]
    return list(dict.fromkeys(sheets))


def _line(view: GameView) -> dict[str, Any]:
    return {
        "game": view.game,
        "title": view.wording.title(),
        "hand": view.hand,
        "until": view.until,
        "missing": _missing(view),
        "sealed": view.wording.label(view.own.notation) if view.own else "",
        "by_plan": view.own is not None and view.own.via == Bid.Via.PLAN,
        "forced": view.own is not None and view.own.via == Bid.Via.FORCED,
        "settling": view.settling,
        "owes": view.owes,
        "away": bool(view.own_seat.absence),
    }


def _missing(view: GameView) -> str:
    if view.hides:
        return _("who has answered stays hidden")
    return started(all_named(view.waiting_for, view.seating))


def _ended(game: Game, user: User) -> dict[str, Any]:
    return {
        "game": game,
        "title": wording(game.ruleset).title(),
        "result": listings.ended_words(game, user),
    }
