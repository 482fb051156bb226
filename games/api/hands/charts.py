"""The course of a game as charts."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, LinkQuery, game_by_link
from games.api.schema.description import operation
from games.api.schema.fields import Numbers
from games.selectors.hands.charts import tables_along
from games.wording import Seating
from games.wording.charts import COURSES, Chart


class CourseRowOut(serializers.Serializer[Any]):
    """A point of a chart."""

    label = serializers.CharField(help_text="In words.")  # type: ignore[assignment]
    knot = serializers.BooleanField(help_text="Whether a stage begins or ends here.")


class CourseLineOut(serializers.Serializer[Any]):
    """The values of a seat or side, one for each row."""

    seats = Numbers()
    values = Numbers()
    within = Numbers(
        help_text="Points including the belts that were still up; empty in other games."
    )


class ChartOut(serializers.Serializer[Any]):
    """A chart: its points, and a line for each seat or side."""

    what = serializers.CharField(help_text="`points`, `crew` or `zones`.")
    rows = CourseRowOut(many=True)
    lines = CourseLineOut(many=True)


class CourseOut(serializers.Serializer[Any]):
    """The charts of a game so far; empty if its ruleset has none or it has only just begun."""

    charts = ChartOut(many=True)


COURSE = {
    "charts": [
        {
            "what": "points",
            "rows": [
                {"label": "Stage 1, hand 1", "knot": True},
                {"label": "Stage 1, hand 2", "knot": False},
            ],
            "lines": [{"seats": [0], "values": [0, 0], "within": [5, 4]}],
        }
    ]
}


def chart(one: Chart) -> dict[str, Any]:
    """The fields of `ChartOut`."""
    return {
        "what": one.what,
        "rows": [{"label": row.label, "knot": row.knot} for row in one.rows],
        "lines": [
            {
                "seats": list(line.seats),
                "values": list(line.values),
                "within": list(line.within),
            }
            for line in one.lines
        ],
    }


class CourseView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "course",
        CourseOut,
        says="The course of a game so far: points or units over its hands",
        query=LinkQuery,
        anybody=True,
        example=COURSE,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        told = COURSES.get(game.ruleset)
        if told is None or game.started_at is None:
            return Response({"charts": []})
        tables = tables_along(game, told.PHASES, told.EVERY, told.KEYS)
        names = [seat.user.name if seat.user else "" for seat in game.seats.all()]
        charts = told.charts(tables, Seating(names)) if len(tables) > 1 else []
        return Response({"charts": [chart(one) for one in charts]})
