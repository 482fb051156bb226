"""Your moves: what waits for me, what I wait for, what ended."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import selectors, tells
from games.models import Bid, Game
from games.selectors import Due, OwnBid
from games.telling import TELLINGS, telling
from games.telling.listing import listed
from games.web import showing
from games.web.access import me
from games.web.boards import board_of
from games.web.choosing import answer_form
from games.web.refusing import for_people
from games.web.sight import Sight, circle_of

IN_FULL = 8  # hands that can be answered in place; the rest are links
ENDED = 6


@require_safe
@for_people
def moves(request: HttpRequest) -> HttpResponse:
    """By deadline, answerable in place."""
    dues = [due for due in selectors.hands_of(me(request)) if due.game.ruleset in TELLINGS]
    sights = _sights(me(request), dues)
    mine = [sight for due, sight in zip(dues, sights, strict=True) if due.mine]
    ended = list(selectors.games_of(me(request)).filter(state=Game.State.OVER)[: ENDED + 1])
    context = {
        "nav": "moves",
        "jobs": [_job(sight) for sight in mine[:IN_FULL]],
        "sheets": _sheets(mine[:IN_FULL]),
        "later": [_line(sight) for sight in mine[IN_FULL:]],
        "due": mine[0].until if mine else None,
        "count": len(mine),
        "waits": [_line(sight) for due, sight in zip(dues, sights, strict=True) if not due.mine],
        "gathering": [
            showing.open_table(game, request.user)
            for game in selectors.games_of(me(request)).filter(state=Game.State.OPEN)[:ENDED]
        ],
        "ended": [_ended(game, me(request)) for game in ended[:ENDED]],
        "more_ended": len(ended) > ENDED,
    }
    return render(request, "games/moves.html", context)


def _sights(user: User, dues: list[Due]) -> list[Sight]:
    """All in two queries, however many games there are."""
    hands = [due.hand for due in dues]
    inside, own = tells.answered_in(hands, user.pk), selectors.sealed_bids(user, hands)
    return [_sight(due, inside[due.hand.pk], own.get(due.hand.pk)) for due in dues]


def _sight(due: Due, inside: list[int], own: OwnBid | None) -> Sight:
    return Sight(
        game=due.game,
        telling=telling(due.game.ruleset),
        circle=circle_of(due.game, due.seat.index),
        seat=due.seat,
        table=selectors.observation_for(due.game, due.seat.index) or {},
        hand=due.hand,
        seats_in=inside,
        own=own,
        until=due.until,
    )


def _job(sight: Sight) -> dict[str, Any]:
    board = board_of(sight.game.ruleset)
    return {
        **_line(sight),
        "asked": sight.telling.asked(sight.table, sight.circle),
        "heading": sight.telling.heading(sight.table),
        "brief_template": board.BRIEF,
        "brief": board.brief(sight),
        "answer": answer_form(sight),
    }


def _sheets(sights: list[Sight]) -> list[str]:
    """The style sheets of these games, each once, in order."""
    sheets = [sheet for sight in sights for sheet in board_of(sight.game.ruleset).SHEETS]
    return list(dict.fromkeys(sheets))


def _line(sight: Sight) -> dict[str, Any]:
    return {
        "game": sight.game,
        "title": sight.telling.title(),
        "hand": sight.hand,
        "until": sight.until,
        "missing": _missing(sight),
        "sealed": sight.telling.label(sight.own.notation) if sight.own else "",
        "by_plan": sight.own is not None and sight.own.via == Bid.Via.PLAN,
        "forced": sight.own is not None and sight.own.via == Bid.Via.FORCED,
        "settling": sight.settling,
        "owes": sight.owes,
    }


def _missing(sight: Sight) -> str:
    if sight.hides:
        return _("who has answered is hidden")
    return listed([sight.circle.names[seat] for seat in sight.waiting_for])


def _ended(game: Game, user: User) -> dict[str, Any]:
    return {
        "game": game,
        "title": telling(game.ruleset).title(),
        "result": showing.ended_words(game, user),
    }
