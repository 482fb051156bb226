"""The chat of a table, and ignoring people."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import inputs, queries, talk_outputs
from games.api.base import BaseApiView, asked, nothing_in, parsed, person, seen_game, viewer
from games.api.paging import going_on
from games.api.schema.description import CODE, operation
from games.refusals import Refused
from games.services.talk import chat

NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, description="Of the person.")


class ChatView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "chat",
        talk_outputs.ChatOut,
        says="The chat of a table, newest first; this doesn't mark it as read",
        query=queries.ChatQuery,
        parameters=[CODE],
        refusals=["unknown_game", "no_chat", "chat_of_players"],
        anybody=True,
        example=talk_outputs.CHAT,
    )
    def get(self, request: Request, code: str) -> Response:
        query = asked(queries.ChatQuery, request)
        game, user, limit = seen_game(request, code, query["link"]), viewer(request), query["limit"]
        found = selectors.talk.chat.talk_of(game, user, query["before"], limit + 1)
        shown = found[:limit]
        more = {"before": shown[-1].number} if len(found) > limit else {}
        told = {
            "messages": [talk_outputs.message(one) for one in shown],
            "next": more.get("before"),
            "may_say": selectors.talk.chat.may_say(game, user),
        }
        return going_on(request, told, **more)

    @operation(
        "say",
        talk_outputs.SaidOut,
        scope="talk",
        makes=True,
        says="Send a chat message to the table",
        takes=inputs.MessageIn,
        status=201,
        parameters=[CODE],
        refusals=[
            "unknown_game", "not_seated", "no_chat", "game_over", "empty_message",
            "long_message", "too_much_talk", "muted", "suspended",
        ],
        given={"text": talk_outputs.SAID["text"]},
        example=talk_outputs.SAID,
    )  # fmt: skip
    def post(self, request: Request, code: str) -> Response:
        text, user = parsed(inputs.MessageIn, request)["text"], person(request)
        message = chat.say(user, code, text)
        game = seen_game(request, code)
        return Response(
            talk_outputs.message(selectors.talk.chat.talk_of(game, user, message.number + 1, 1)[0]),
            status=201,
        )


class ReadView(BaseApiView):
    @operation(
        "read_chat",
        None,
        scope="talk",
        says="Mark the chat as read up to this message",
        takes=inputs.ReadIn,
        status=204,
        parameters=[CODE],
        refusals=["unknown_game", "not_seated"],
        given={"number": 7},
    )
    def put(self, request: Request, code: str) -> Response:
        number, game = parsed(inputs.ReadIn, request)["number"], seen_game(request, code)
        seat = selectors.access.seat_of(game, person(request))
        if seat is None:
            raise Refused("not_seated")
        chat.mark_read(seat, min(number, game.chat_length))
        return Response(status=204)


class IgnoredView(BaseApiView):
    @operation(
        "ignored",
        talk_outputs.IgnoredOut,
        says="The people you ignore; they aren't told",
        example=talk_outputs.IGNORED,
    )
    def get(self, request: Request) -> Response:
        return Response({"names": selectors.talk.chat.ignored_by(person(request))})


class IgnoreView(BaseApiView):
    @operation(
        "ignore",
        None,
        scope="talk",
        says="Ignore what this person writes",
        status=204,
        parameters=[NAME],
        refusals=["unknown_person", "not_ignorable"],
    )
    def put(self, request: Request, name: str) -> Response:
        nothing_in(request)
        chat.ignore(person(request), selectors.access.person_named(name))
        return Response(status=204)

    @operation(
        "hear_again",
        None,
        scope="talk",
        says="Stop ignoring this person",
        status=204,
        parameters=[NAME],
        refusals=["unknown_person"],
    )
    def delete(self, request: Request, name: str) -> Response:
        nothing_in(request)
        chat.hear_again(person(request), selectors.access.person_named(name))
        return Response(status=204)
