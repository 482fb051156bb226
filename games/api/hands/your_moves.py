"""The hands that are waiting for the caller's answer."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, person
from games.api.schema import examples
from games.api.schema.description import operation
from games.selectors.lobby.lists import Due


class MoveOut(serializers.Serializer[Any]):
    """A hand that is waiting for your answer."""

    code = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    hand = serializers.IntegerField()
    phase = serializers.CharField()
    deadline = serializers.DateTimeField()


class MovesOut(serializers.Serializer[Any]):
    """The hands that are waiting for your answer."""

    moves = MoveOut(many=True)


class MovesView(BaseApiView):
    @operation(
        "my_moves",
        MovesOut,
        says="The hands that are waiting for your answer, most urgent first",
        example={"moves": [examples.MOVE]},
    )
    def get(self, request: Request) -> Response:
        due = [_move(due) for due in selectors.lobby.lists.hands_of(person(request))]
        return Response({"moves": due})


def _move(due: Due) -> dict[str, Any]:
    return {
        "code": due.game.code,
        "name": due.game.name,
        "ruleset": due.game.ruleset,
        "seat": due.seat.index,
        "hand": due.hand.number,
        "phase": due.hand.phase,
        "deadline": due.until,
    }
