"""Everything that concerns the caller as one stream of events, paged or as server-sent events."""

import time
from threading import BoundedSemaphore
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.security.cursors import Position
from games.api import event_outputs, queries
from games.api.base import BaseApiView, asked, person
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


class EventsView(BaseApiView):
    @operation(
        "events",
        event_outputs.EventsOut,
        says="Events that concern you, oldest first: after a cursor, or from now on",
        query=queries.EventsQuery,
        refusals=["bad_cursor"],
        example=event_outputs.EVENTS,
    )
    def get(self, request: Request) -> Response:
        query, user = asked(queries.EventsQuery, request), person(request)
        position = _begun(query["after"], user)
        found = events.events_behind(user, position, query["limit"])
        if not found and query["wait"]:
            found = _waited(user, position, query)
        told = [event_outputs.happened(event, user) for event in found]
        cursor = _cursor(told, query["after"], position, user)
        request.META[SAID] = user.pk, cursor, len(told)
        return Response({"events": told, "cursor": cursor})


class StreamView(BaseApiView):
    """Sends the events there are; the streaming process keeps the connection open for new ones."""

    @operation(
        "event_stream",
        str,
        says="Events that concern you, as server-sent events",
        query=queries.StreamQuery,
        parameters=[LAST_EVENT],
        refusals=["bad_cursor"],
        example=event_outputs.STREAM,
    )
    def get(self, request: Request) -> HttpResponse:
        after, user = asked(queries.StreamQuery, request)["after"], person(request)
        after = request.headers.get("Last-Event-ID", "") or after
        position = _begun(after, user)
        found = events.events_behind(user, position, MAX_AT_ONCE)
        told = [event_outputs.happened(event, user) for event in found]
        cursor = _cursor(told, after, position, user)
        request.META[SAID] = user.pk, cursor, len(told)
        head = f"retry: {RETRY}\nid: {cursor}\n\n" if not told else f"retry: {RETRY}\n"
        answer = HttpResponse(
            head + "".join(map(event_outputs.block, told)), "text/event-stream; charset=utf-8"
        )
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
