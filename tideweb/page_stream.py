"""Lines of open pages, held by the process for streams (tideweb.event_stream).

A page is told that it would show something else by now, and nothing more.  Whether it would, the
site's own view says to its own reader (games.web.hands.live): a row that changed only makes this
process ask it.  Nothing is sent, and no rhythm changes, for what the reader may not see.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tideweb.event_hub import Hub

ENDING = "/pulse/stream"
ALIVE = 15.0  # seconds between two signs of life, whatever happens meanwhile
CHECKED = 60.0  # seconds: what no row tells of, such as an ended session, is asked so often
TOGETHER = 0.05  # seconds: what comes so close is asked about at once
MAX_OF_ONE = 20  # lines of one person
MAX_OF_NOBODY = 500  # of all who are not signed in
AWAY = 2.0  # seconds, when the view could not answer
Scope = dict[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Said:
    """What the view said: the new word if there is one, to whom, and which rows wake them."""

    status: int
    word: str
    person: int
    rows: tuple[str, ...]


Ask = Callable[[Scope, str], Awaitable[Said]]


def is_line(scope: Scope) -> bool:
    """Whether a page asks for its line."""
    return bool(scope["method"] == "GET" and scope["path"].endswith(ENDING))


async def hold(scope: Scope, receive: Receive, send: Send, hub: Hub, ask: Ask) -> None:
    """Until they hang up, or may see it no more.

    Where there are too many lines: as where there is no such process (204); they ask by themselves.
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
    """One line; `seen` is the word of what its page shows."""

    def __init__(self, scope: Scope, query: dict[str, str], seen: str, ask: Ask, send: Send):
        self._scope, self._query, self._seen = scope, query, seen
        self._ask, self._send = ask, send

    async def asked(self) -> Said:
        """What the view says to whom this line belongs."""
        return await self._ask(self._scope, urlencode({**self._query, "seen": self._seen}))

    async def run(self, first: Said, news: asyncio.Event, receive: Receive) -> None:
        gone = asyncio.create_task(_hung_up(receive))
        alive = asyncio.create_task(self._signs_of_life())
        try:
            await self._tell(first)
            news.set()  # something may have happened before we waited
            while not gone.done():
                wait = CHECKED * random.uniform(0.5, 1.0)  # noqa: S311 - not all at once
                await _woken(news, gone, wait)
                if gone.done() or not await self._looked(first, news):
                    break
        finally:
            gone.cancel()
            alive.cancel()
        await self._send({"type": "http.response.body", "body": b""})

    async def _looked(self, first: Said, news: asyncio.Event) -> bool:
        """Whether to go on: not if it is somebody else's session by now, or no more theirs."""
        await asyncio.sleep(TOGETHER)
        news.clear()
        said = await self.asked()
        if said.status >= 500 or said.status == 429:  # the database is away, say
            await asyncio.sleep(AWAY)
            news.set()
            return True
        if said.person != first.person or said.rows != first.rows:
            return False
        await self._tell(said)
        return True

    async def _tell(self, said: Said) -> None:
        if said.status == 200:
            self._seen = said.word
            await self._say(f"id: {said.word}\ndata: 1\n\n".encode())

    async def _signs_of_life(self) -> None:
        """By its own clock: that one is late must not tell that somebody was woken."""
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


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _woken(news: asyncio.Event, gone: asyncio.Task[None], seconds: float) -> None:
    heard = asyncio.create_task(news.wait())
    await asyncio.wait({heard, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    heard.cancel()
