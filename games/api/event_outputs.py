"""Response shapes for events."""

import json
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from accounts.models import User
from games.selectors.people import events
from games.selectors.people.events import Event


class HappenedOut(serializers.Serializer[Any]):
    """Something that concerns you; fetch the game to see what happened."""

    id = serializers.CharField(help_text="A cursor, to be used as `after`.")
    sort = serializers.ChoiceField(
        ["log", "move", "notice"],
        help_text="An entry of a game's log, a hand for you to answer, or an in-app notice.",
    )
    kind = serializers.CharField(help_text="The kind of entry or notice; `your_move` for a move.")
    game = serializers.CharField(allow_null=True, help_text="The game's code.")
    hand = serializers.IntegerField(allow_null=True, help_text="0 before the first hand.")
    seat = serializers.IntegerField(allow_null=True, help_text="Your seat, for a move.")
    at = serializers.DateTimeField()
    link = serializers.CharField(help_text="The page about it.")


class EventsOut(serializers.Serializer[Any]):
    """Events after a cursor, oldest first."""

    events = HappenedOut(many=True)
    cursor = serializers.CharField(help_text="The `after` of the next request.")


HAPPENED = {
    "id": "3q2-796tvu_erb7v3q2-796tvu_erb7v3q2-796tvu_erb7v3q2-796tvu_e",
    "sort": "move",
    "kind": "your_move",
    "game": "k7m2xq9wphdz",
    "hand": 3,
    "seat": 0,
    "at": "2026-11-20T18:42:00Z",
    "link": "https://play.example.org/g/k7m2xq9wphdz/",
}
EVENTS = {"events": [HAPPENED], "cursor": HAPPENED["id"]}


def block(told: dict[str, Any]) -> str:
    """An event in the format of server-sent events; `told` are the fields of `HappenedOut`."""
    data = json.dumps(told, cls=JSONEncoder)
    return f"id: {told['id']}\nevent: {told['sort']}\ndata: {data}\n\n"


STREAM = f"retry: 5000\n{block(HAPPENED)}"


def happened(event: Event, user: User) -> dict[str, Any]:
    """The fields of `HappenedOut`."""
    page = reverse("game", args=[event.game]) if event.game else reverse("notices")
    return {
        "id": events.sealed(event.position, user),
        "sort": event.sort,
        "kind": event.kind,
        "game": event.game,
        "hand": event.hand,
        "seat": event.seat,
        "at": event.at,
        "link": settings.SITE_URL + page,
    }
