"""Tables: listing, creating, joining, leaving, inviting and starting."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import inputs, outputs, queries
from games.api.base import BaseApiView, asked, known_ruleset, nothing_in, parsed, person
from games.api.game_view import rendering
from games.api.game_view.outputs import DetailOut, PageOut
from games.api.game_view.responses import page, shown
from games.api.parsing import idempotency_key
from games.api.schema import examples
from games.api.schema.description import CODE, KEY_OF_TABLE, operation
from games.bulk_reads import Wanted
from games.rules.base import Ruleset
from games.rules.registry import RULESETS
from games.services.hands.idempotency_keys import made_once
from games.services.lobby import invitations, tables
from games.wording import wording


class GamesView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "games",
        PageOut,
        says="Public games and your own, newest first",
        query=queries.GamesQuery,
        refusals=["bad_cursor", "unknown_ruleset", "unknown_person"],
        anybody=True,
        example={"games": [examples.SUMMARY], "next": None},
    )
    def get(self, request: Request) -> Response:
        query = asked(queries.GamesQuery, request)
        cursor, limit = query.pop("cursor"), query.pop("limit")
        if "ruleset" in query:
            known_ruleset(query["ruleset"])
        name = query.pop("player")
        query["player"] = selectors.access.person_named(name) if name else None
        return page(request, Wanted(**query), cursor, limit)

    @operation(
        "make_game",
        DetailOut,
        scope="tables",
        says="Create a table and take its first seat",
        status=201,
        takes=inputs.TableIn,
        refusals=[
            "unknown_ruleset",
            "bad_options",
            "bad_seats",
            "bad_hours",
            "bad_delay",
            "bad_duplicate",
            "bad_offer",
            "bad_bank",
            "bank_tells",
            "bad_share",
            "not_reliable",
            "bad_name",
            "bad_chat",
            "muted",
            "suspended",
            "bad_policy",
            "too_many_bots",
            "bad_level",
            "too_many_tables",
            "bad_key",
            "key_reused",
        ],
        parameters=[KEY_OF_TABLE],
        given=examples.TABLE_WISH,
        example=examples.DETAIL,
    )
    def post(self, request: Request) -> Response:
        key, user = idempotency_key(request), person(request)
        given = parsed(inputs.TableIn, request)
        wish = tables.TableSettings(**given)
        if key is None:
            code = tables.make_table(user, wish).code
        else:
            code = made_once(user, key, given, lambda: tables.make_table(user, wish).code)
        where = request.build_absolute_uri(reverse("api:game", args=[code]))
        return shown(request, code, 201, Location=where)


class JoinView(BaseApiView):
    takes_link = True

    @operation(
        "join_game",
        DetailOut,
        scope="tables",
        makes=True,
        says="Sit down at an open table; it starts when it is full",
        takes=inputs.JoinIn,
        parameters=[CODE],
        refusals=[
            "unknown_game",
            "bad_link",
            "already_seated",
            "at_sister",
            "already_started",
            "table_full",
            "not_reliable",
            "suspended",
            "bad_policy",
        ],
        given={"policy": "median", "entropy": "herring gulls"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        return shown(request, tables.join(person(request), code, **parsed(inputs.JoinIn, request)))


class LeaveView(BaseApiView):
    @operation(
        "leave_game",
        None,
        scope="tables",
        says="Leave a table before the start; it closes when the last person leaves",
        status=204,
        parameters=[CODE],
        refusals=["unknown_game", "not_seated", "already_started"],
    )
    def post(self, request: Request, code: str) -> Response:
        nothing_in(request)
        tables.leave(person(request), code)
        return Response(status=204)


class StartView(BaseApiView):
    @operation(
        "start_game",
        DetailOut,
        scope="tables",
        says="Start with the people present; free seats are removed or given to bots",
        takes=inputs.StartIn,
        parameters=[CODE],
        refusals=[
            "suspended",
            "unknown_game",
            "not_maker",
            "already_started",
            "too_few",
            "bad_level",
            "duplicate_full",
            "duplicate_alone",
        ],
        given={"fill_with_bots": True, "level": 5},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        wish = parsed(inputs.StartIn, request)
        user = person(request)
        game = tables.start(user, code, **wish)
        return shown(request, game)


class InvitationsView(BaseApiView):
    @operation(
        "invite",
        outputs.InvitationOut,
        scope="tables",
        makes=True,
        says="Invite somebody to an open table by e-mail; each address only once",
        status=201,
        takes=inputs.InviteIn,
        parameters=[CODE],
        refusals=[
            "muted",
            "suspended",
            "unknown_game",
            "not_seated",
            "already_started",
            "bad_address",
            "too_many_invitations",
        ],
        given={"email": "aoife@example.org"},
    )
    def post(self, request: Request, code: str) -> Response:
        email = parsed(inputs.InviteIn, request)["email"]
        user = person(request)
        made = invitations.invite(user, code, email)
        return Response(rendering.invitation(made), 201)


class SeatView(BaseApiView):
    @operation(
        "change_seat",
        outputs.PolicyOut,
        scope="play",
        says="Set what is played if you miss a hand, and whether e-mail replies are strict",
        takes=inputs.PolicyIn,
        parameters=[CODE],
        refusals=["unknown_game", "not_seated", "bad_policy"],
        given={"policy": "highest", "strict_mail": True},
        example={"seat": 0, "policy": "highest", "strict_mail": True},
    )
    def patch(self, request: Request, code: str) -> Response:
        wish = parsed(inputs.PolicyIn, request)
        user = person(request)
        seat = tables.set_policy(user, code, **wish)
        return Response(
            {"seat": seat.index, "policy": seat.policy, "strict_mail": seat.strict_mail}
        )


class RulesetsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "rulesets",
        outputs.RulesetsOut,
        says="The games that can be played, with their options",
        anybody=True,
        example=examples.RULESETS,
    )
    def get(self, request: Request) -> Response:
        found = [_ruleset(rules) for rules in RULESETS.values()]
        return Response({"rulesets": found})


TYPES = {bool: "boolean", int: "integer", str: "string"}


def _ruleset(rules: Ruleset) -> dict[str, Any]:
    return {
        "slug": rules.SLUG,
        "title": wording(rules.SLUG).title(),
        "version": rules.VERSION,
        "seats": list(rules.SEATS),
        "options": [
            {
                "name": option.name,
                "type": TYPES[type(option.default)],
                "default": option.default,
                "values": list(option.values),
            }
            for option in rules.OPTIONS
        ],
    }
