"""The words for the shuffle that you bring to an open table."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, parsed, person
from games.api.lobby.inputs import WordsIn
from games.api.schema.description import CODE, operation
from games.services.lobby import deck_words


class WordsOut(serializers.Serializer[Any]):
    """Your seat and its words; before the start only you see them."""

    seat = serializers.IntegerField()
    entropy = serializers.CharField(allow_blank=True)


class WordsView(BaseApiView):
    @operation(
        "set_words",
        WordsOut,
        scope="tables",
        says="Set your words for the shuffle at an open table, where you know the commitment",
        takes=WordsIn,
        parameters=[CODE],
        refusals=["unknown_game", "not_seated", "words_fixed", "muted", "suspended"],
        given={"entropy": "herring gulls"},
        example={"seat": 0, "entropy": "herring gulls"},
    )
    def put(self, request: Request, code: str) -> Response:
        words = parsed(WordsIn, request)["entropy"]
        user = person(request)
        seat = deck_words.write(user, code, words)
        return Response({"seat": seat.index, "entropy": seat.entropy})
