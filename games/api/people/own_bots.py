"""The caller's bots: accounts with their own API keys, for which the owner is responsible."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import ValidationError as BadName
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Program, User
from accounts.people import own_bots
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Strict, Text
from games.api.schema.description import ID, operation
from games.refusals import Refused

T = TypeVar("T")


class BotIn(Strict):
    """The name of a bot."""

    name = Text(max_length=24, help_text="“(bot)” is appended.")


class BotOut(serializers.Serializer[Any]):
    """One of your bots."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="Ends in “(bot)”.")
    created_at = serializers.DateTimeField()


class BotsOut(serializers.Serializer[Any]):
    """Your active bots."""

    bots = BotOut(many=True)


class BotKeyOut(serializers.Serializer[Any]):
    """The bot's API key, with the scopes `read`, `play`, `tables` and `talk`."""

    key = serializers.CharField()


class NewBotOut(BotOut):
    """A new bot with its key."""

    key = serializers.CharField(help_text="Shown only once, and to a repeated request.")


A_KEY = "tideweb_401f7ac837da42b97f613d789819ff93537bee6a"
BOT = {"id": 5, "name": "Texel (bot)", "created_at": "2026-11-20T18:42:00Z"}


class BotsView(BaseApiView):
    serious = ("POST",)

    @operation(
        "my_bots",
        BotsOut,
        says="Your bots, oldest first",
        example={"bots": [BOT]},
    )
    def get(self, request: Request) -> Response:
        return Response({"bots": [_told(each) for each in own_bots.of(person(request))]})

    @operation(
        "make_bot",
        NewBotOut,
        scope="account",
        makes=True,
        says="Create a bot; its key is shown only once",
        status=201,
        takes=BotIn,
        refusals=["forbidden", "too_many_programs", "confirm_first"],
        given={"name": "Texel"},
        example={**BOT, "key": A_KEY},
    )
    def post(self, request: Request) -> Response:
        name, owner = parsed(BotIn, request)["name"], person(request)
        if owner.kind != User.Kind.PERSON:
            raise Refused("forbidden")
        made, key = _named(lambda: own_bots.make(owner, name))
        return Response({**_told(made), "key": key}, 201)


class BotView(BaseApiView):
    @operation(
        "rename_bot",
        BotOut,
        scope="account",
        says="Rename a bot, in past games too",
        takes=BotIn,
        parameters=[ID],
        refusals=["no_program"],
        given={"name": "Texel"},
        example=BOT,
    )
    def patch(self, request: Request, number: int) -> Response:
        name, owner = parsed(BotIn, request)["name"], person(request)
        found = _named(lambda: own_bots.rename(owner, number, name))
        if found is None:
            raise Refused("no_program")
        return Response(_told(found))

    @operation(
        "retire_bot",
        None,
        scope="account",
        says="Deactivate a bot; its past games stay",
        parameters=[ID],
        refusals=["no_program"],
    )
    def delete(self, request: Request, number: int) -> None:
        if not own_bots.close(person(request), number):
            raise Refused("no_program")


class BotKeyView(BaseApiView):
    serious = ("POST",)

    @operation(
        "renew_bot_key",
        BotKeyOut,
        scope="account",
        makes=True,
        says="Replace a bot's key; the new one is shown only once",
        status=201,
        parameters=[ID],
        refusals=["no_program", "confirm_first"],
        example={"key": A_KEY},
    )
    def post(self, request: Request, number: int) -> Response:
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
