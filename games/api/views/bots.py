"""The caller's bots: accounts with their own API keys, for which the owner is responsible."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import ValidationError as BadName
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Program, User
from accounts.people import own_bots
from games.api import account_outputs as outputs
from games.api import inputs
from games.api.base import BaseApiView, nothing_in, parsed, person
from games.api.schema.description import WHICH, operation
from games.refusals import Refused

T = TypeVar("T")


class BotsView(BaseApiView):
    @operation(
        "my_bots",
        outputs.BotsOut,
        says="Your bots, oldest first",
        example={"bots": [outputs.BOT]},
    )
    def get(self, request: Request) -> Response:
        return Response({"bots": [_told(each) for each in own_bots.of(person(request))]})

    @operation(
        "make_bot",
        outputs.NewBotOut,
        scope="account",
        makes=True,
        says="Create a bot; its key is shown only once",
        status=201,
        takes=inputs.BotIn,
        refusals=["forbidden", "too_many_programs"],
        given={"name": "Texel"},
        example={**outputs.BOT, "key": outputs.A_KEY},
    )
    def post(self, request: Request) -> Response:
        name, owner = parsed(inputs.BotIn, request)["name"], person(request)
        if owner.kind != User.Kind.PERSON:
            raise Refused("forbidden")
        made, key = _named(lambda: own_bots.make(owner, name))
        return Response({**_told(made), "key": key}, 201)


class BotView(BaseApiView):
    @operation(
        "rename_bot",
        outputs.BotOut,
        scope="account",
        says="Rename a bot, in past games too",
        takes=inputs.BotIn,
        parameters=[WHICH],
        refusals=["no_program"],
        given={"name": "Texel"},
        example=outputs.BOT,
    )
    def patch(self, request: Request, number: int) -> Response:
        name, owner = parsed(inputs.BotIn, request)["name"], person(request)
        found = _named(lambda: own_bots.rename(owner, number, name))
        if found is None:
            raise Refused("no_program")
        return Response(_told(found))

    @operation(
        "retire_bot",
        None,
        scope="account",
        says="Deactivate a bot; its past games stay",
        status=204,
        parameters=[WHICH],
        refusals=["no_program"],
    )
    def delete(self, request: Request, number: int) -> Response:
        nothing_in(request)
        if not own_bots.close(person(request), number):
            raise Refused("no_program")
        return Response(status=204)


class BotKeyView(BaseApiView):
    @operation(
        "renew_bot_key",
        outputs.BotKeyOut,
        scope="account",
        makes=True,
        says="Replace a bot's key; the new one is shown only once",
        status=201,
        parameters=[WHICH],
        refusals=["no_program"],
        example={"key": outputs.A_KEY},
    )
    def post(self, request: Request, number: int) -> Response:
        nothing_in(request)
        key = own_bots.new_key(person(request), number)
        if key is None:
            raise Refused("no_program")
        return Response({"key": key}, 201)


def _named(verb: Callable[[], T]) -> T:
    """Runs `verb`; an invalid name becomes a validation error, as for people."""
    try:
        return verb()
    except BadName as fault:
        raise exceptions.ValidationError({"name": fault.messages}) from None


def _told(program: Program) -> dict[str, Any]:
    return {"id": program.pk, "name": program.user.name, "created_at": program.created_at}
