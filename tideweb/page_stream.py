"""Connections of open pages, in the streaming process (tideweb.event_stream).

A page is told that it is out of date, and nothing else. Whether it is, the site's own view decides
for its own reader (games.web.hands.live); a changed row only makes this process ask that view. For
changes the reader may not see nothing is sent, and the timing of keep-alives doesn't change.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tideweb.event_hub import Hub

ENDING = "/pulse/stream"
ALIVE = 15.0  # seconds between keep-alives, whatever happens meanwhile
CHECKED = 60.0  # maximum seconds between checks, for changes without a row (an ended session)
TOGETHER = 0.05  # seconds in which changes are collected
MAX_OF_ONE = 20  # connections per person
MAX_OF_NOBODY = 500  # connections of all anonymous visitors
AWAY = 2.0  # seconds after the view failed
Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class RenderedPage:
    """The view's response: the new fingerprint, if any, the person, and the rows that wake them."""

    status: int
    fingerprint: str
    person: int
    rows: tuple[str, ...]


Ask = Callable[[Scope, str], Awaitable[RenderedPage]]


def is_line(scope: Scope) -> bool:
    """Whether this is the request of an open page for its stream."""
    return bool(scope["method"] == "GET" and scope["path"].endswith(ENDING))


async def hold(scope: Scope, receive: Receive, send: Send, hub: Hub, ask: Ask) -> None:
    """Keeps the connection until the client disconnects or loses access.

    If there are too many connections it answers 204, as without a streaming process; pages then
    poll.
    """
    query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    last = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
    where = {**scope, "path": scope["path"].removesuffix("stream"), "raw_path": None}
    line = Line(where, query, last or query.get("seen", ""), ask, send)
    first = await line.asked()
    if not first.rows:
        await _empty(send, first.status if first.status >= 400 else 204)
    elif hub.lines_of(first.person) >= (MAX_OF_ONE if first.person else MAX_OF_NOBODY):
        await _empty(send, 204)
    else:
        with hub.watching(first.rows, first.person) as news:
            await _begin(send)
            await line.run(first, news, receive)


class Line:
    """One connection; `seen` is the fingerprint its page was rendered with."""

    def __init__(self, scope: Scope, query: dict[str, str], seen: str, ask: Ask, send: Send):
        self._scope, self._query, self._seen = scope, query, seen
        self._ask, self._send = ask, send

    async def asked(self) -> RenderedPage:
        """Asks the view on behalf of the page's reader."""
        return await self._ask(self._scope, urlencode({**self._query, "seen": self._seen}))

    async def run(self, first: RenderedPage, news: asyncio.Event, receive: Receive) -> None:
        gone = asyncio.create_task(hung_up(receive))
        alive = asyncio.create_task(self._signs_of_life())
        try:
            await self._tell(first)
            news.set()  # something may have happened before we waited
            while not gone.done():
                wait = CHECKED * random.uniform(0.5, 1.0)  # noqa: S311 - not all at once
                await wait_for_news(news, gone, wait)
                if gone.done() or not await self._looked(first, news):
                    break
        finally:
            gone.cancel()
            alive.cancel()
        await self._send({"type": "http.response.body", "body": b""})

    async def _looked(self, first: RenderedPage, news: asyncio.Event) -> bool:
        """Asks the view; False if the session has ended or belongs to somebody else now."""
        await asyncio.sleep(TOGETHER)
        news.clear()
        answer = await self.asked()
        if answer.status >= 500 or answer.status == 429:  # temporary, such as a database restart
            await asyncio.sleep(AWAY)
            news.set()
            return True
        if answer.person != first.person or answer.rows != first.rows:
            return False
        await self._tell(answer)
        return True

    async def _tell(self, answer: RenderedPage) -> None:
        if answer.status == 200:
            self._seen = answer.fingerprint
            await self._say(f"id: {answer.fingerprint}\ndata: 1\n\n".encode())

    async def _signs_of_life(self) -> None:
        """Sends keep-alives on a fixed schedule, so that timing reveals nothing."""
        while True:
            await self._say(b":\n\n")
            await asyncio.sleep(ALIVE)

    async def _say(self, text: bytes) -> None:
        await self._send({"type": "http.response.body", "body": text, "more_body": True})


async def _begin(send: Send) -> None:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"retry: 3000\n\n", "more_body": True})


async def _empty(send: Send, status: int) -> None:
    headers = [(b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def wait_for_news(news: asyncio.Event, gone: asyncio.Task[None], seconds: float) -> None:
    heard = asyncio.create_task(news.wait())
    await asyncio.wait({heard, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    heard.cancel()
