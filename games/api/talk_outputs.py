"""Response shapes for notes and chat, and the functions that fill them."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from games.selectors.talk.chat import ShownMessage
from games.selectors.talk.notes import OwnNote, ShownNote


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
    """Your notes, and those published by others."""

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
    """A chat message."""

    number = serializers.IntegerField(help_text="Counts the messages of this game.")
    seat = serializers.IntegerField()
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
