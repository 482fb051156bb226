"""Responses with a game, or with a page of games."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games import bulk_reads, selectors
from games.api.base import viewer
from games.api.game_view import rendering
from games.bulk_reads import Wanted
from games.models import Game
from games.refusals import Refused


def shown(request: Request, game: Game | str, status: int = 200, **headers: str) -> Response:
    """The table after an operation, as the caller sees it."""
    code = game if isinstance(game, str) else game.code
    fresh = selectors.access.access_game(viewer(request), code)
    data = rendering.detail(fresh, viewer(request))
    return Response(data, status, headers=headers)


def page(request: Request, wanted: Wanted, cursor: str, limit: int) -> Response:
    """One page with the URL of the next; the cursor is the code of the last game.

    Raises `Refused` ("bad_cursor").
    """
    before = bulk_reads.key_of(cursor) if cursor else None
    if cursor and before is None:
        raise Refused("bad_cursor")
    looks = viewer(request)
    games = bulk_reads.page_of_games(looks, wanted, before, limit + 1)
    on_page = games[:limit]
    hands = bulk_reads.hands_now(on_page)
    habits = rendering.habits_of(on_page)
    following = None
    if len(games) > limit:
        here = request.build_absolute_uri()
        following = replace_query_param(here, "cursor", on_page[-1].code)
    data = {
        "games": [rendering.summary(game, hands.get(game.pk), looks, habits) for game in on_page],
        "next": following,
    }
    return Response(data)
