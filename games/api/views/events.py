"""What concerns me, as one stream of events: in pages, or as server-sent events."""

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
from games.api.schema_description import LAST_EVENT, operation
from games.refusals import Refused
from games.selectors.people import events
from games.selectors.people.events import Event

# A web process has few threads: so many of them may wait for something to happen, whoever comes
# besides is answered at once.  The process for streams waits for thousands (tideweb.event_stream).
WAITING = BoundedSemaphore(1)
LOOK_EVERY = 0.5  # seconds
MAX_AT_ONCE = 100  # events at once in a stream
RETRY = 5000  # milliseconds until a browser asks again where nobody holds the line
# In the environ of the request, for the process for streams: whose it was, where it stands now, and
# how many events there were.
SAID = "tideweb.events"


class EventsView(BaseApiView):
    @operation(
        "events",
        event_outputs.EventsOut,
        says="What concerns me, oldest first: behind a cursor, or from now on",
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
    """What there is; the process for streams holds the line for what comes."""

    @operation(
        "event_stream",
        str,
        says="The same as server-sent events, as they happen",
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
    """Where nothing has happened it stays: that it moves on would tell what others do."""
    if told:
        return str(told[-1]["id"])
    return after or events.sealed(position, user)


def _waited(user: User, position: Position, query: dict[str, Any]) -> list[Event]:
    """Looks again until there is something, or the time is over."""
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
