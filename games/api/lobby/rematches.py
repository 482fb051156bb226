"""Playing again with the same people."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.schema import examples
from games.api.schema.description import operation
from games.services.lobby import rematches


class RematchView(BaseApiView):
    @operation(
        "rematch",
        DetailOut,
        scope="tables",
        makes=True,
        says="Rematch with the same people: creates the table, or sits down at it",
        refusals=[
            *("not_seated", "not_over", "rematch_begun", "too_many_tables", "not_reliable"),
            *("table_full", "muted"),
        ],
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        user = person(request)
        return shown(request, rematches.rematch(user, code))
