"""The comparison of tables with the same deals."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, LinkQuery, game_by_link
from games.api.game_view.rendering import name_at
from games.api.schema.description import operation
from games.api.schema.fields import Words
from games.selectors.results.duplicates import Compared, comparison_of


class MarkOut(serializers.Serializer[Any]):
    """The result of a seat at one of the tables."""

    game = serializers.CharField(help_text="The code of the table.")
    name = serializers.CharField(allow_null=True)
    points = serializers.FloatField()
    difference = serializers.FloatField(
        help_text="Points minus the mean of the same seat at the other tables."
    )
    place = serializers.IntegerField(help_text="Among the same seats, from 1; ties share a place.")


class ComparedSeatOut(serializers.Serializer[Any]):
    """A seat compared across all tables."""

    seat = serializers.IntegerField()
    marks = MarkOut(many=True)


class DuplicateOut(serializers.Serializer[Any]):
    """A comparison of the tables with the same deals."""

    tables = Words(help_text="Codes of the tables.")
    seats = ComparedSeatOut(many=True)


def compared(found: Compared) -> dict[str, Any]:
    """The fields of `DuplicateOut`."""
    codes = [game.code for game in found.tables]
    return {
        "tables": codes,
        "seats": [
            {
                "seat": index,
                "marks": [
                    {
                        "game": code,
                        "name": name_at(held.seat),
                        "points": float(held.mark.points),
                        "difference": held.mark.difference,
                        "place": held.mark.place,
                    }
                    for code, held in zip(codes, row, strict=True)
                ],
            }
            for index, row in enumerate(found.rows)
        ],
    }


EXAMPLE = {
    "tables": ["k7m2xq9wphdz", "p3nd8rvtyxqa"],
    "seats": [
        {
            "seat": 0,
            "marks": [
                {
                    "game": "k7m2xq9wphdz",
                    "name": "Marit",
                    "points": 9.0,
                    "difference": 2.0,
                    "place": 1,
                },
                {
                    "game": "p3nd8rvtyxqa",
                    "name": "Joost",
                    "points": 7.0,
                    "difference": -2.0,
                    "place": 2,
                },
            ],
        }
    ],
}


class DuplicateView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "duplicate",
        DuplicateOut,
        says="Compare the seats across all tables with the same deals",
        query=LinkQuery,
        refusals=["no_duplicate"],
        anybody=True,
        example=EXAMPLE,
    )
    def get(self, request: Request, code: str) -> Response:
        return Response(compared(comparison_of(game_by_link(request, code))))
