"""Private notes: edited while a game runs, and optionally published after its end."""

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import inputs, talk_outputs
from games.api.base import (
    BaseApiView,
    LinkQuery,
    game_by_link,
    nothing_in,
    parsed,
    person,
    seen_game,
    viewer,
)
from games.api.schema.description import CODE, WHICH, operation
from games.models import Game
from games.services.talk import notes

RUNNING = ("unknown_game", "not_seated", "game_not_running", "notes_fixed")
WORDS = ("empty_note", "long_note", "suspended")


def _own(request: Request, game: Game, number: int) -> dict[str, object]:
    found = selectors.talk.notes.own_notes(game, viewer(request))
    return next(talk_outputs.note(one) for one in found if one.number == number)


class NotesView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "notes",
        talk_outputs.NotesOut,
        says="Your notes on this game and, once it is over, those published by others",
        query=LinkQuery,
        parameters=[CODE],
        refusals=["unknown_game", "duplicate_closed"],
        anybody=True,
        example=talk_outputs.NOTES,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        own = selectors.talk.notes.own_notes(game, viewer(request))
        return Response(talk_outputs.notes(own, selectors.talk.notes.released_notes(game)))

    @operation(
        "add_note",
        talk_outputs.NoteOut,
        scope="play",
        makes=True,
        says="Add a private note on the game or on a hand",
        takes=inputs.NoteIn,
        status=201,
        parameters=[CODE],
        refusals=[*WORDS, *RUNNING, "no_hand", "too_many_notes"],
        given={"text": talk_outputs.NOTE["text"], "hand": 3},
        example=talk_outputs.NOTE,
    )
    def post(self, request: Request, code: str) -> Response:
        wish, user = parsed(inputs.NoteIn, request), person(request)
        kept = notes.add(user, code, wish["text"], wish["hand"])
        return Response(_own(request, seen_game(request, code), kept.number), status=201)


class NoteView(BaseApiView):
    @operation(
        "change_note",
        talk_outputs.NoteOut,
        scope="play",
        says="Change a note while the game is running",
        takes=inputs.NoteChangeIn,
        parameters=[CODE, WHICH],
        refusals=[*WORDS, *RUNNING, "no_note"],
        given={"text": talk_outputs.NOTE["text"]},
        example=talk_outputs.NOTE,
    )
    def put(self, request: Request, code: str, number: int) -> Response:
        text, user = parsed(inputs.NoteChangeIn, request)["text"], person(request)
        notes.change(user, code, number, text)
        return Response(_own(request, seen_game(request, code), number))

    @operation(
        "remove_note",
        None,
        scope="play",
        says="Delete a note for good",
        status=204,
        parameters=[CODE, WHICH],
        refusals=["unknown_game", "duplicate_closed"],
    )
    def delete(self, request: Request, code: str, number: int) -> Response:
        nothing_in(request)
        user, _game = person(request), seen_game(request, code)
        notes.remove(user, code, number)
        return Response(status=204)


class ShownView(BaseApiView):
    @operation(
        "show_notes",
        talk_outputs.NotesOut,
        scope="talk",
        says="Publish your notes on a finished game, or make them private again",
        takes=inputs.ShownIn,
        parameters=[CODE],
        refusals=["unknown_game", "no_note", "notes_private", "muted", "suspended"],
        given={"shown": True},
        example=talk_outputs.NOTES,
    )
    def put(self, request: Request, code: str) -> Response:
        wish, user = parsed(inputs.ShownIn, request), person(request)
        game = seen_game(request, code)
        notes.release(user, code, shown=wish["shown"], number=wish.get("number"))
        own = selectors.talk.notes.own_notes(game, viewer(request))
        return Response(talk_outputs.notes(own, selectors.talk.notes.released_notes(game)))
