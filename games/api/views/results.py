"""The course of a game, and comparisons of players with the same cards."""

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import duplicate_outputs, result_outputs
from games.api.base import BaseApiView, LinkQuery, game_by_link
from games.api.schema.description import CODE, operation
from games.refusals import Refused
from games.selectors.results.duplicates import comparison_of
from games.wording.comparison import COMPARISONS


class CompareView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "comparison",
        result_outputs.ComparisonOut,
        says="Compare what each player of a finished game made of the same cards (some games)",
        query=LinkQuery,
        parameters=[CODE],
        refusals=[
            *("unknown_game", "no_comparison", "record_running", "game_cancelled"),
            "duplicate_closed",
        ],
        anybody=True,
        example=result_outputs.COMPARISON,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        comparison = COMPARISONS.get(game.ruleset)
        if comparison is None:
            raise Refused("no_comparison")
        found = comparison.compared(selectors.observations.whole_replay_of(game))
        return Response(comparison.as_json(found))


class DuplicateView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "duplicate",
        duplicate_outputs.DuplicateOut,
        says="Compare the seats across all tables with the same deals",
        query=LinkQuery,
        parameters=[CODE],
        refusals=["unknown_game", "no_duplicate", "duplicate_closed"],
        anybody=True,
        example=duplicate_outputs.EXAMPLE,
    )
    def get(self, request: Request, code: str) -> Response:
        return Response(duplicate_outputs.compared(comparison_of(game_by_link(request, code))))
