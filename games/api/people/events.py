"""Everything that concerns the caller as one stream of events, paged or as server-sent events."""

import json
import time
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from accounts.models import User
from accounts.security.cursors import Position
from games.api.base import BaseApiView, asked, person
from games.api.parsing import CursorText, Strict
from games.api.schema.description import LAST_EVENT, operation
from games.refusals import Refused
from games.selectors.people import events
from games.selectors.people.events import Event

# A web process has few threads, so only this many requests may wait for events; others are answered
# at once. The streaming process can hold thousands (tideweb.event_stream).
WAITING = BoundedSemaphore(1)
LOOK_EVERY = 0.5  # seconds
MAX_AT_ONCE = 100  # events sent at once in a stream
RETRY = 5000  # milliseconds until a browser reconnects if the connection isn't kept open
# Key in the WSGI environ, for the streaming process: the user, the current position, and the number
# of events sent.
SAID = "tideweb.events"
# Key in it from that process: how many streams the person has, if that is the maximum.
FULL = "tideweb.streams"
WAIT = 60  # seconds; streams that their clients have left have usually ended by then


class StreamQuery(Strict):
    """Where to start: after a cursor, or with new events only."""

    after = CursorText(help_text="A `cursor` or `id` from before; by default from now on.")


class EventsQuery(StreamQuery):
    """Where to start, how many events to return, and how long to wait for one."""

    limit = serializers.IntegerField(min_value=1, max_value=200, default=100)
    wait = serializers.IntegerField(
        min_value=0,
        max_value=30,
        default=0,
        help_text="Seconds to wait if there are no events yet.",
    )


class HappenedOut(serializers.Serializer[Any]):
    """Something that concerns you; fetch the game to see what happened."""

    id = serializers.CharField(
        help_text="A cursor, to be used as `after`; another one each time the event is read."
    )
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


class EventsView(BaseApiView):
    @operation(
        "events",
        EventsOut,
        says="Events that concern you, oldest first: after a cursor, or from now on",
        query=EventsQuery,
        refusals=["bad_cursor"],
        example=EVENTS,
    )
    def get(self, request: Request) -> Response:
        query, user = asked(EventsQuery, request), person(request)
        position = _begun(query["after"], user)
        found = events.events_behind(user, position, query["limit"])
        if not found and query["wait"]:
            found = _waited(user, position, query)
        told = [happened(event, user) for event in found]
        cursor = _cursor(told, query["after"], position, user)
        request.META[SAID] = user.pk, cursor, len(told)
        return Response({"events": told, "cursor": cursor})


class StreamView(BaseApiView):
    """Sends the events there are; the streaming process keeps the connection open for new ones."""

    @operation(
        "event_stream",
        str,
        says="Events that concern you, as server-sent events",
        query=StreamQuery,
        parameters=[LAST_EVENT],
        refusals=["bad_cursor", "too_many_streams"],
        example=STREAM,
    )
    def get(self, request: Request) -> HttpResponse:
        after, user = asked(StreamQuery, request)["after"], person(request)
        if most := request.META.get(FULL):
            raise Refused("too_many_streams", {"most": most, "retry_after": WAIT}, most=most)
        after = request.headers.get("Last-Event-ID", "") or after
        position = _begun(after, user)
        found = events.events_behind(user, position, MAX_AT_ONCE)
        told = [happened(event, user) for event in found]
        cursor = _cursor(told, after, position, user)
        request.META[SAID] = user.pk, cursor, len(told)
        head = f"retry: {RETRY}\nid: {cursor}\n\n" if not told else f"retry: {RETRY}\n"
        answer = HttpResponse(head + "".join(map(block, told)), "text/event-stream; charset=utf-8")
        answer["X-Accel-Buffering"] = "no"
        return answer


def _begun(after: str, user: User) -> Position:
    position = events.opened(after, user) if after else events.now()
    if position is None:
        raise Refused("bad_cursor")
    return position


def _cursor(told: list[dict[str, Any]], after: str, position: Position, user: User) -> str:
    """The new cursor. It stays the same if there are no events: moving it would reveal that others
    have done something.
    """
    if told:
        return str(told[-1]["id"])
    return after or events.sealed(position, user)


def _waited(user: User, position: Position, query: dict[str, Any]) -> list[Event]:
    """Polls until there are events or the time is up."""
    until = time.monotonic() + query["wait"]
    found: list[Event] = []
    if not WAITING.acquire(blocking=False):
        return found
    try:
        while not found and time.monotonic() < until:
            time.sleep(min(LOOK_EVERY, max(0.0, until - time.monotonic())))
            found = events.events_behind(user, position, query["limit"])
    finally:
        WAITING.release()
    return found
