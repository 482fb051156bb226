"""The comparison of players who held the same cards."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, LinkQuery, game_by_link
from games.api.schema.description import operation
from games.api.schema.fields import Numbers
from games.refusals import Refused
from games.wording.comparison import COMPARISONS


class MadeOut(serializers.Serializer[Any]):
    """What a seat made of a set of cards."""

    seat = serializers.IntegerField()
    stage = serializers.IntegerField()
    points = serializers.IntegerField()
    belts = serializers.IntegerField(help_text="Belts left at the end of the stage.")
    bonus = serializers.BooleanField(help_text="Whether it got the point for the lowest water.")
    out = serializers.BooleanField()
    played = Numbers(help_text="The cards in the order they were played.")


class ComparedSetOut(serializers.Serializer[Any]):
    """A set of twelve cards, as everybody played it."""

    set = serializers.CharField()
    dealt_to = serializers.IntegerField(help_text="The seat that held it in the first stage.")
    cards = Numbers()
    belts = serializers.IntegerField()
    mean = serializers.FloatField(help_text="Mean of the points made with it.")
    made = MadeOut(many=True)


class ComparisonOut(serializers.Serializer[Any]):
    """What everybody made of the same sets of cards, by seat."""

    sets = ComparedSetOut(many=True)
    points = Numbers()
    against_mean = serializers.ListField(child=serializers.FloatField())


COMPARISON = {
    "sets": [
        {
            "set": "A",
            "dealt_to": 0,
            "cards": [9, 14, 18, 21, 22, 27, 32, 45, 46, 49, 51, 52],
            "belts": 5,
            "mean": 2.0,
            "made": [
                {
                    "seat": 0,
                    "stage": 1,
                    "points": 2,
                    "belts": 1,
                    "bonus": True,
                    "out": False,
                    "played": [9, 52, 14, 51, 49, 18, 46, 21, 45, 22, 32, 27],
                }
            ],
        }
    ],
    "points": [8, 7, 6],
    "against_mean": [1.0, 0.0, -1.0],
}


class CompareView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "comparison",
        ComparisonOut,
        says="Compare what each player of a finished game made of the same cards (some games)",
        query=LinkQuery,
        refusals=["no_comparison", "record_running", "game_cancelled"],
        anybody=True,
        example=COMPARISON,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        comparison = COMPARISONS.get(game.ruleset)
        if comparison is None:
            raise Refused("no_comparison")
        found = comparison.compared(selectors.observations.whole_replay_of(game))
        return Response(comparison.as_json(found))
