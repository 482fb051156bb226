"""Notes and talk, as the API answers them: shapes and values."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from games.selectors.talk.chat import Said
from games.selectors.talk.notes import OwnNote, ShownNote


class NoteOut(serializers.Serializer[Any]):
    """What I noted; nobody else reads it before I show it."""

    number = serializers.IntegerField(help_text="Counts my notes in this game.")
    hand = serializers.IntegerField(help_text="What it is pinned to; 0: the game.")
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()
    shown_since = serializers.DateTimeField(allow_null=True, help_text="null: mine alone.")


class ShownNoteOut(serializers.Serializer[Any]):
    """A note of a game that is over, shown by who wrote it."""

    hand = serializers.IntegerField(help_text="0: about the game.")
    seat = serializers.IntegerField()
    name = serializers.CharField()
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()


class NotesOut(serializers.Serializer[Any]):
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


class SaidOut(serializers.Serializer[Any]):
    """Something that was said at the table."""

    number = serializers.IntegerField(help_text="Counts the talk of this game.")
    seat = serializers.IntegerField()
    name = serializers.CharField()
    text = serializers.CharField(help_text="Plain text; empty where it is `hidden` or `ignored`.")
    at = serializers.DateTimeField()
    new = serializers.BooleanField(help_text="By others, behind what my seat has seen.")
    hidden = serializers.BooleanField(help_text="By moderators, from everybody.")
    ignored = serializers.BooleanField(help_text="By somebody whom I do not read.")


class ChatOut(serializers.Serializer[Any]):
    """The talk, newest first."""

    messages = SaidOut(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="The `before` of the next page.")
    may_say = serializers.BooleanField(help_text="Whether I may say something here.")


class IgnoredOut(serializers.Serializer[Any]):
    """Those whom I do not want to read."""

    names = serializers.ListField(child=serializers.CharField())


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


def said(one: Said) -> dict[str, Any]:
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
