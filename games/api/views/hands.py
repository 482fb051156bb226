"""A game: its state, log, hands, the caller's bid, and the record."""

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, LinkQuery, game_by_link
from games.api.caching import kept_for_ever
from games.api.schema import examples, typed_games
from games.api.schema.description import CODE, operation
from games.models import Game


class RecordView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "record",
        typed_games.union("Record"),
        says="The record of a finished game (docs/records.md), for replay and verification",
        query=LinkQuery,
        parameters=[CODE],
        refusals=["unknown_game", "record_running", "game_cancelled", "duplicate_closed"],
        anybody=True,
        example=examples.RECORDS,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        public = game.visibility == Game.Visibility.PUBLIC
        return kept_for_ever(request, selectors.observations.record_of(game), public=public)
