"""Playing again with the same people."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, nothing_in, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.schema import examples
from games.api.schema.description import CODE, operation
from games.services.lobby import rematches


class RematchView(BaseApiView):
    @operation(
        "rematch",
        DetailOut,
        scope="tables",
        makes=True,
        says="Rematch with the same people: creates the table, or sits down at it",
        parameters=[CODE],
        refusals=[
            "unknown_game",
            "not_seated",
            "not_over",
            "rematch_begun",
            "too_many_tables",
            "not_reliable",
            "table_full",
            "muted",
        ],
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        nothing_in(request)
        user = person(request)
        return shown(request, rematches.rematch(user, code))
