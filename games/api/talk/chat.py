"""The chat of a table, and ignoring people."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import (
    BaseApiView,
    LinkQuery,
    asked,
    parsed,
    person,
    seen_game,
    viewer,
)
from games.api.paging import going_on
from games.api.parsing import MAX_INTEGER, Strict, Whole, WrittenText
from games.api.schema.description import operation
from games.api.schema.fields import Words
from games.refusals import Refused
from games.selectors.talk.chat import ShownMessage
from games.services.talk import chat


class MessageIn(Strict):
    """A chat message to the table."""

    text = WrittenText(chat.MAX_LENGTH)


class ReadIn(Strict):
    """The number of the last message you have read."""

    number = Whole(min_value=1)


class ChatQuery(LinkQuery):
    """Paging backwards through the chat."""

    before = serializers.IntegerField(
        min_value=1, max_value=MAX_INTEGER, required=False, default=None, help_text="As in `next`."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=30)


class SaidOut(serializers.Serializer[Any]):
    """A chat message."""

    number = serializers.IntegerField(help_text="Counts the messages of this game.")
    seat = serializers.IntegerField(
        help_text="Where they sat; seat 0 if the game began without that seat."
    )
    name = serializers.CharField()
    text = serializers.CharField(help_text="Plain text; empty if `hidden` or `ignored`.")
    at = serializers.DateTimeField()
    new = serializers.BooleanField(help_text="By others, and not yet read at your seat.")
    hidden = serializers.BooleanField(help_text="Hidden by moderators.")
    ignored = serializers.BooleanField(help_text="By somebody you ignore.")


class ChatOut(serializers.Serializer[Any]):
    """Chat messages, newest first."""

    messages = SaidOut(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="The `before` of the next page.")
    may_say = serializers.BooleanField(help_text="Whether you may write here.")


class IgnoredOut(serializers.Serializer[Any]):
    """The people you ignore."""

    names = Words()


SAID = {
    "number": 7,
    "seat": 1,
    "name": "Joost",
    "text": "That 60 hurt.",
    "at": "2026-11-20T18:45:00Z",
    "new": True,
    "hidden": False,
    "ignored": False,
}
CHAT = {"messages": [SAID], "next": None, "may_say": True}
IGNORED = {"names": ["Wim"]}


def message(one: ShownMessage) -> dict[str, Any]:
    """The fields of `SaidOut`."""
    return {
        "number": one.number,
        "seat": one.seat,
        "name": one.name,
        "text": one.text,
        "at": one.at,
        "new": one.new,
        "hidden": one.hidden,
        "ignored": one.ignored,
    }


class ChatView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "chat",
        ChatOut,
        says="The chat of a table, newest first; this doesn't mark it as read",
        query=ChatQuery,
        refusals=["no_chat", "chat_of_players"],
        anybody=True,
        example=CHAT,
    )
    def get(self, request: Request, code: str) -> Response:
        query = asked(ChatQuery, request)
        game, user, limit = seen_game(request, code, query["link"]), viewer(request), query["limit"]
        found = selectors.talk.chat.talk_of(game, user, query["before"], limit + 1)
        shown = found[:limit]
        more = {"before": shown[-1].number} if len(found) > limit else {}
        told = {
            "messages": [message(one) for one in shown],
            "next": more.get("before"),
            "may_say": selectors.talk.chat.may_say(game, user),
        }
        return going_on(request, told, **more)

    @operation(
        "say",
        SaidOut,
        scope="talk",
        makes=True,
        says="Send a chat message to the table",
        takes=MessageIn,
        status=201,
        refusals=[
            *("not_seated", "no_chat", "game_over", "empty_message", "long_message"),
            *("too_much_talk", "muted", "suspended"),
        ],
        given={"text": SAID["text"]},
        example=SAID
    )  # fmt: skip
    def post(self, request: Request, code: str) -> Response:
        text, user = parsed(MessageIn, request)["text"], person(request)
        said = chat.say(user, code, text)
        game = seen_game(request, code)
        return Response(
            message(selectors.talk.chat.talk_of(game, user, said.number + 1, 1)[0]),
            status=201,
        )


class ReadView(BaseApiView):
    @operation(
        "read_chat",
        None,
        scope="talk",
        says="Mark the chat as read up to this message",
        takes=ReadIn,
        refusals=["not_seated"],
        given={"number": 7},
    )
    def put(self, request: Request, code: str) -> Response:
        number, game = parsed(ReadIn, request)["number"], seen_game(request, code)
        seat = selectors.access.seat_of(game, person(request))
        if seat is None:
            raise Refused("not_seated")
        chat.mark_read(seat, min(number, game.chat_length))
        return Response(status=204)


class IgnoredView(BaseApiView):
    @operation(
        "ignored",
        IgnoredOut,
        says="The people you ignore; they aren't told",
        example=IGNORED,
    )
    def get(self, request: Request) -> Response:
        return Response({"names": selectors.talk.chat.ignored_by(person(request))})


class IgnoreView(BaseApiView):
    @operation(
        "ignore",
        None,
        scope="talk",
        says="Ignore what this person writes",
        refusals=["not_ignorable"],
    )
    def put(self, request: Request, name: str) -> None:
        chat.ignore(person(request), selectors.access.person_named(name))

    @operation("hear_again", None, scope="talk", says="Stop ignoring this person")
    def delete(self, request: Request, name: str) -> None:
        chat.hear_again(person(request), selectors.access.person_named(name))
