"""Keyset pagination for games; the cursor is the code of the last game."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games import bulk_reads
from games.api import rendering
from games.api.base import viewer
from games.bulk_reads import Wanted
from games.refusals import Refused


def going_on(request: Request, data: Any, **behind: Any) -> Response:
    """The response with a Link header to the next page, whose query parameters are `behind`."""
    here = request.build_absolute_uri()
    for name, number in behind.items():
        here = replace_query_param(here, name, number)
    return Response(data, headers={"Link": f'<{here}>; rel="next"'} if behind else None)


def page(request: Request, wanted: Wanted, cursor: str, limit: int) -> Response:
    """One page with the URL of the next. Raises `Refused` ("bad_cursor")."""
    before = bulk_reads.key_of(cursor) if cursor else None
    if cursor and before is None:
        raise Refused("bad_cursor")
    looks = viewer(request)
    games = bulk_reads.page_of_games(looks, wanted, before, limit + 1)
    shown = games[:limit]
    hands = bulk_reads.hands_now(shown)
    habits = rendering.habits_of(shown)
    following = None
    if len(games) > limit:
        here = request.build_absolute_uri()
        following = replace_query_param(here, "cursor", shown[-1].code)
    data = {
        "games": [rendering.summary(game, hands.get(game.pk), looks, habits) for game in shown],
        "next": following,
    }
    return Response(data)
