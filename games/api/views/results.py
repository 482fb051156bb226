"""The course of a game, and comparisons of players with the same cards."""

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import duplicate_outputs, result_outputs
from games.api.base import BaseApiView, LinkQuery, game_by_link
from games.api.schema.description import CODE, operation
from games.refusals import Refused
from games.selectors.hands.charts import tables_along
from games.selectors.results.duplicates import comparison_of
from games.wording import Seating
from games.wording.charts import COURSES
from games.wording.comparison import COMPARISONS


class CourseView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "course",
        result_outputs.CourseOut,
        says="The course of a game so far: points or units over its hands",
        query=LinkQuery,
        parameters=[CODE],
        refusals=["unknown_game", "duplicate_closed"],
        anybody=True,
        example=result_outputs.COURSE,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        told = COURSES.get(game.ruleset)
        if told is None or game.started_at is None:
            return Response({"charts": []})
        tables = tables_along(game, told.PHASES, told.EVERY, told.KEYS)
        names = [seat.user.name if seat.user else "" for seat in game.seats.all()]
        charts = told.charts(tables, Seating(names)) if len(tables) > 1 else []
        return Response({"charts": [result_outputs.chart(one) for one in charts]})


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
