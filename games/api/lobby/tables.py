"""Tables: listing, creating, joining, leaving and starting."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, asked, known_ruleset, parsed, person
from games.api.game_view.outputs import DetailOut, PageOut
from games.api.game_view.responses import page, shown
from games.api.lobby.inputs import GamesQuery, JoinIn, PageQuery, PolicyIn, StartIn, TableIn
from games.api.parsing import idempotency_key
from games.api.schema import examples
from games.api.schema.description import KEY_OF_TABLE, operation
from games.bulk_reads import Wanted
from games.models import Seat
from games.services.hands.idempotency_keys import made_once
from games.services.lobby import tables


class PolicyOut(serializers.Serializer[Any]):
    """Your seat and its settings."""

    seat = serializers.IntegerField()
    policy = serializers.ChoiceField(Seat.Policy.choices)
    strict_mail = serializers.BooleanField()


class GamesView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "games",
        PageOut,
        says="Public games and your own, newest first",
        query=GamesQuery,
        refusals=["bad_cursor", "unknown_ruleset", "unknown_person"],
        anybody=True,
        example={"games": [examples.SUMMARY], "next": None},
    )
    def get(self, request: Request) -> Response:
        query = asked(GamesQuery, request)
        cursor, limit = query.pop("cursor"), query.pop("limit")
        if "ruleset" in query:
            known_ruleset(query["ruleset"])
        name = query.pop("player")
        query["player"] = selectors.access.player_named(name) if name else None
        return page(request, Wanted(**query), cursor, limit)

    @operation(
        "make_game",
        DetailOut,
        scope="tables",
        says="Create a table and take its first seat",
        status=201,
        takes=TableIn,
        refusals=[
            *("unknown_ruleset", "bad_options", "bad_seats", "bad_hours", "bad_delay"),
            *("bad_duplicate", "bad_offer", "bad_bank", "bank_tells", "bad_share", "not_reliable"),
            *("bad_name", "bad_chat", "muted", "suspended", "bad_policy", "too_many_bots"),
            *("bad_level", "too_many_tables", "bad_key", "key_reused"),
        ],
        parameters=[KEY_OF_TABLE],
        given=examples.TABLE_WISH,
        example=examples.DETAIL,
    )
    def post(self, request: Request) -> Response:
        key, user = idempotency_key(request), person(request)
        given = parsed(TableIn, request)
        known_ruleset(given["ruleset"])
        wish = tables.TableSettings(**given)
        if key is None:
            code = tables.make_table(user, wish).code
        else:
            code = made_once(user, key, given, lambda: tables.make_table(user, wish).code)
        where = request.build_absolute_uri(reverse("api:game", args=[code]))
        return shown(request, code, 201, Location=where)


class MyGamesView(BaseApiView):
    @operation(
        "my_games",
        PageOut,
        says="Your games, newest first",
        query=PageQuery,
        refusals=["bad_cursor"],
        example={"games": [examples.SUMMARY], "next": None},
    )
    def get(self, request: Request) -> Response:
        query = asked(PageQuery, request)
        return page(request, Wanted(mine=True), query["cursor"], query["limit"])


class JoinView(BaseApiView):
    takes_link = True

    @operation(
        "join_game",
        DetailOut,
        scope="tables",
        makes=True,
        says="Sit down at an open table; it starts when it is full",
        takes=JoinIn,
        refusals=[
            *("bad_link", "already_seated", "at_sister", "already_started", "table_full"),
            *("not_reliable", "muted", "suspended", "bad_policy"),
        ],
        given={"policy": "median", "entropy": "herring gulls"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        return shown(request, tables.join(person(request), code, **parsed(JoinIn, request)))


class LeaveView(BaseApiView):
    @operation(
        "leave_game",
        None,
        scope="tables",
        says="Leave a table before the start; it closes when the last person leaves",
        refusals=["not_seated", "already_started"],
    )
    def post(self, request: Request, code: str) -> None:
        tables.leave(person(request), code)


class StartView(BaseApiView):
    @operation(
        "start_game",
        DetailOut,
        scope="tables",
        says="Start with the people present; free seats are removed or given to bots",
        takes=StartIn,
        refusals=[
            *("suspended", "not_maker", "already_started", "too_few", "bad_level"),
            *("duplicate_full", "duplicate_alone"),
        ],
        given={"fill_with_bots": True, "level": 5},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        wish = parsed(StartIn, request)
        user = person(request)
        game = tables.start(user, code, **wish)
        return shown(request, game)


class SeatView(BaseApiView):
    @operation(
        "change_seat",
        PolicyOut,
        scope="play",
        says="Set what is played if you miss a hand, and whether e-mail replies are strict",
        takes=PolicyIn,
        refusals=["not_seated", "bad_policy", "game_over"],
        given={"policy": "highest", "strict_mail": True},
        example={"seat": 0, "policy": "highest", "strict_mail": True},
    )
    def patch(self, request: Request, code: str) -> Response:
        wish = parsed(PolicyIn, request)
        user = person(request)
        seat = tables.set_policy(user, code, **wish)
        return Response(
            {"seat": seat.index, "policy": seat.policy, "strict_mail": seat.strict_mail}
        )
