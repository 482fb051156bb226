"""Acting out of turn, and looking at cards while the sandglass runs."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, parsed, person, seen_game, viewer
from games.api.game_view import rendering
from games.api.game_view.outputs import PeekOut
from games.api.parsing import Strict, Text
from games.api.schema.description import operation
from games.api.schema.fields import Words
from games.services.hands import asides


class AsideIn(Strict):
    act = Text(max_length=40, help_text="One of `asides`: `lighthouse`, `surrender`.")


class AsidesOut(serializers.Serializer[Any]):
    asides = Words(help_text="What you may do out of turn now.")
    peek = PeekOut(allow_null=True, help_text="Your right to look at other cards in this stage.")


PEEK = {"seconds": 30, "opened_at": "2026-11-21T18:42:00Z", "cards": {"1": ["4o", "7w", "Wm"]}}
BESIDE = {"asides": [], "peek": {**PEEK, "opened_at": None, "cards": None}}


class AsidesView(BaseApiView):
    @operation(
        "do_aside",
        AsidesOut,
        scope="play",
        says="Act out of turn, with one of `asides`; it can't be undone",
        takes=AsideIn,
        refusals=["not_seated", "no_aside", "game_over", "game_not_running"],
        given={"act": "lighthouse"},
        example=BESIDE,
    )
    def post(self, request: Request, code: str) -> Response:
        act, user = parsed(AsideIn, request)["act"], person(request)
        asides.do_aside(user, code, act)
        game = seen_game(request, code)
        seat = selectors.access.seat_index(game, viewer(request))
        return Response(rendering.beside(game, seat))


class PeekView(BaseApiView):
    @operation(
        "open_peek",
        PeekOut,
        scope="play",
        says="Start the sandglass and see cards while it runs; repeating it doesn't restart it",
        refusals=["not_seated", "no_peek"],
        example=PEEK,
    )
    def post(self, request: Request, code: str) -> Response:
        user = person(request)
        right = asides.open_peek(user, code)
        game = seen_game(request, code)
        return Response(rendering.peek(game, right.seat.index, right))
