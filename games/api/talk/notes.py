"""Private notes: edited while a game runs, and optionally published after its end."""

from collections.abc import Sequence
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
from games.api.parsing import Strict, Truth, Whole, WrittenText
from games.api.schema.description import NOTE_NUMBER, operation
from games.models import Game
from games.selectors.talk.notes import OwnNote, ShownNote
from games.services.talk import notes

RUNNING = ("not_seated", "game_not_running", "notes_fixed")
WORDS = ("empty_note", "long_note", "suspended")


class NoteIn(Strict):
    """A private note."""

    text = WrittenText(notes.MAX_LENGTH)
    hand = Whole(
        required=False,
        default=0,
        help_text="0: the whole game.",
    )


class NoteChangeIn(Strict):
    """A new text for a note."""

    text = WrittenText(notes.MAX_LENGTH)


class ShownIn(Strict):
    """Whether everybody may read your notes on a finished game."""

    shown = Truth()
    number = Whole(
        min_value=1,
        required=False,
        allow_null=True,
        help_text="null: all notes.",
    )


class NoteOut(serializers.Serializer[Any]):
    """A note of yours; nobody else can read it unless you publish it."""

    number = serializers.IntegerField(help_text="Counts your notes on this game.")
    hand = serializers.IntegerField(help_text="0: the whole game.")
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()
    shown_since = serializers.DateTimeField(allow_null=True, help_text="null: private.")


class ShownNoteOut(serializers.Serializer[Any]):
    """A published note on a finished game."""

    hand = serializers.IntegerField(help_text="0 means the whole game.")
    seat = serializers.IntegerField()
    name = serializers.CharField()
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()


class NotesOut(serializers.Serializer[Any]):
    """Your notes, and those published, but by people whom you ignore."""

    notes = NoteOut(many=True)
    shown = ShownNoteOut(many=True)


NOTE = {
    "number": 1,
    "hand": 3,
    "text": "Joost keeps 57 and up for low tides.",
    "changed_at": "2026-11-20T18:43:10Z",
    "shown_since": None,
}
NOTES = {
    "notes": [NOTE],
    "shown": [
        {
            "hand": 2,
            "seat": 1,
            "name": "Joost",
            "text": "Marit ducks while she is dry.",
            "changed_at": "2026-11-19T18:43:10Z",
        }
    ],
}


def note(own: OwnNote) -> dict[str, Any]:
    """The fields of `NoteOut`."""
    return {
        "number": own.number,
        "hand": own.hand,
        "text": own.text,
        "changed_at": own.changed_at,
        "shown_since": own.released_at,
    }


def shown_note(shown: ShownNote) -> dict[str, Any]:
    """The fields of `ShownNoteOut`."""
    return {
        "hand": shown.hand,
        "seat": shown.seat,
        "name": shown.name,
        "text": shown.text,
        "changed_at": shown.changed_at,
    }


def all_notes(own: Sequence[OwnNote], shown: Sequence[ShownNote]) -> dict[str, Any]:
    """The fields of `NotesOut`."""
    return {"notes": [note(one) for one in own], "shown": [shown_note(one) for one in shown]}


def _own(request: Request, game: Game, number: int) -> dict[str, object]:
    found = selectors.talk.notes.own_notes(game, viewer(request))
    return next(note(one) for one in found if one.number == number)


def _noted(request: Request, code: str, link: str = "") -> tuple[Game, bool]:
    return selectors.talk.notes.access_notes(viewer(request), code, link)


def _notes(request: Request, game: Game, seen: bool) -> Response:
    """One's own, and where the table may be seen also what others show."""
    own = selectors.talk.notes.own_notes(game, viewer(request))
    shown = selectors.talk.notes.released_notes(game, viewer(request)) if seen else []
    return Response(all_notes(own, shown))


class NotesView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "notes",
        NotesOut,
        says="Your notes on this game and, once it is over, those published by others",
        query=LinkQuery,
        anybody=True,
        example=NOTES,
    )
    def get(self, request: Request, code: str) -> Response:
        link = asked(LinkQuery, request)["link"]
        return _notes(request, *_noted(request, code, link))

    @operation(
        "add_note",
        NoteOut,
        scope="play",
        makes=True,
        says="Add a private note on the game or on a hand",
        takes=NoteIn,
        status=201,
        refusals=[*WORDS, *RUNNING, "no_hand", "too_many_notes"],
        given={"text": NOTE["text"], "hand": 3},
        example=NOTE,
    )
    def post(self, request: Request, code: str) -> Response:
        wish, user = parsed(NoteIn, request), person(request)
        kept = notes.add(user, code, wish["text"], wish["hand"])
        return Response(_own(request, seen_game(request, code), kept.number), status=201)


class NoteView(BaseApiView):
    @operation(
        "change_note",
        NoteOut,
        scope="play",
        says="Change a note while the game is running",
        takes=NoteChangeIn,
        parameters=[NOTE_NUMBER],
        refusals=[*WORDS, *RUNNING, "no_note"],
        given={"text": NOTE["text"]},
        example=NOTE,
    )
    def put(self, request: Request, code: str, number: int) -> Response:
        text, user = parsed(NoteChangeIn, request)["text"], person(request)
        notes.change(user, code, number, text)
        return Response(_own(request, seen_game(request, code), number))

    @operation(
        "remove_note",
        None,
        scope="play",
        says="Delete a note for good",
        parameters=[NOTE_NUMBER],
    )
    def delete(self, request: Request, code: str, number: int) -> None:
        user, _known = person(request), _noted(request, code)
        notes.remove(user, code, number)


class ShownView(BaseApiView):
    @operation(
        "show_notes",
        NotesOut,
        scope="talk",
        says="Publish your notes on a finished game, or make them private again",
        takes=ShownIn,
        refusals=["no_note", "notes_private", "muted", "suspended"],
        given={"shown": True},
        example=NOTES,
    )
    def put(self, request: Request, code: str) -> Response:
        wish, user = parsed(ShownIn, request), person(request)
        game, seen = _noted(request, code)
        notes.release(user, code, shown=wish["shown"], number=wish.get("number"))
        return _notes(request, game, seen)
