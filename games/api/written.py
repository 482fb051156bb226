"""Notes, as the API answers them: shapes and values."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from games.selectors import OwnNote, ShownNote


class NoteOut(serializers.Serializer):
    """What I noted; nobody else reads it before I show it."""

    number = serializers.IntegerField(help_text="Counts my notes in this game.")
    hand = serializers.IntegerField(help_text="What it is pinned to; 0: the game.")
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()
    shown_since = serializers.DateTimeField(allow_null=True, help_text="null: mine alone.")


class ShownNoteOut(serializers.Serializer):
    """A note of a game that is over, shown by who wrote it."""

    hand = serializers.IntegerField(help_text="0: about the game.")
    seat = serializers.IntegerField()
    name = serializers.CharField()
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()


class NotesOut(serializers.Serializer):
    """My notes, and those that everybody may read."""

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


def notes(own: Sequence[OwnNote], shown: Sequence[ShownNote]) -> dict[str, Any]:
    """The fields of `NotesOut`."""
    return {"notes": [note(one) for one in own], "shown": [shown_note(one) for one in shown]}
