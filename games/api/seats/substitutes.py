"""Offered seats, and taking one."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.api.base import BaseApiView, asked, parsed, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.paging import going_on
from games.api.parsing import Strict, Text, Word
from games.api.schema import examples
from games.api.schema.description import SEAT, operation
from games.api.schema.fields import TableOut
from games.models import Seat
from games.selectors.seats import occupancy
from games.services.seats import substitutes


class TakeIn(Strict):
    """How to take an offered seat."""

    link = Text(
        max_length=200, required=False, allow_blank=True, help_text="If the table isn't public."
    )
    policy = Word(
        Seat.Policy.choices,
        required=False,
        help_text="By default as in your preferences.",
    )


class SeatsQuery(Strict):
    """Paging through a list by number."""

    before = serializers.IntegerField(
        min_value=1, max_value=2**53, required=False, default=None, help_text="As in `next`."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


class OfferedOut(serializers.Serializer[Any]):
    """A seat that anybody may take, with what can be known before taking it."""

    code = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    before = serializers.CharField(allow_null=True, help_text="Who sat there.")
    since = serializers.DateTimeField()
    hand = serializers.IntegerField()
    hours = serializers.IntegerField(help_text="Time for each hand.")
    table = TableOut(help_text="What a spectator sees.")


class SeatsOut(serializers.Serializer[Any]):
    """Offered seats, latest first."""

    seats = OfferedOut(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="The `before` of the next page.")


def offered(seat: Seat) -> dict[str, Any]:
    """The fields of `OfferedOut`; the seat must have been fetched with its game."""
    game, user = seat.game, seat.user
    return {
        "code": game.code,
        "name": game.name,
        "ruleset": game.ruleset,
        "seat": seat.index,
        "before": user.name if isinstance(user, User) else None,
        "since": seat.absent_since,
        "hand": game.hand_number,
        "hours": game.hours,
        "table": game.table,
    }


class SeatsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "offered_seats",
        SeatsOut,
        says="Offered seats at public tables",
        query=SeatsQuery,
        anybody=True,
        example={"seats": [examples.OFFERED], "next": None},
    )
    def get(self, request: Request) -> Response:
        query = asked(SeatsQuery, request)
        limit = query["limit"]
        found = occupancy.offered_seats(query["before"], limit + 1)
        seats = [offered(seat) for seat in found[:limit]]
        more = {"before": occupancy.page_mark(found[limit - 1])} if len(found) > limit else {}
        return going_on(request, {"seats": seats, "next": more.get("before")}, **more)


class TakeView(BaseApiView):
    takes_link = True

    @operation(
        "take_seat",
        DetailOut,
        scope="tables",
        makes=True,
        says="Take an offered seat, with its cards and a full clock",
        takes=TakeIn,
        parameters=[SEAT],
        refusals=[
            *("bad_link", "no_seat", "not_offered", "already_seated", "sat_elsewhere"),
            *("not_reliable", "bad_policy", "suspended", "game_not_running", "game_over"),
        ],
        given={"policy": "bot"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        wish, user = parsed(TakeIn, request), person(request)
        game = substitutes.take(user, code, number, **wish)
        return shown(request, game)
