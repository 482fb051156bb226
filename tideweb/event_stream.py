"""A process in which thousands of clients can wait: `granian tideweb.event_stream:application`.

It is a front for the views of /api/v1/events and makes no decisions: the views decide what is
answered to whom, as in the web process. It only keeps connections open until there is a reason to
call the views, so a waiting client costs some kilobytes and no thread.
"""

import asyncio
import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl, urlencode

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideweb.settings")
if settings.POOLER:
    raise SystemExit(
        "This process listens to the database, which a pooler does not pass on. Give it the "
        "database's own address as DATABASE_URL, and DATABASE_POOLER=false."
    )

wsgi = get_wsgi_application()

from accounts.security import key_check  # noqa: E402 – the apps are loaded only now
from games.api.people.events import FULL  # noqa: E402
from tideweb import page_stream  # noqa: E402
from tideweb.event_hub import Hub  # noqa: E402
from tideweb.page_stream import Receive, Scope, Send, hung_up, wait_for_news  # noqa: E402

if refusal := key_check.refusal():
    raise SystemExit(refusal)

EVENTS, STREAM = "/api/v1/events", "/api/v1/events/stream"
THREADS = 4  # each has a connection to the database
PAUSE = 2.0  # seconds after a view failed
ALIVE = 15.0  # seconds between keep-alives; proxies cut idle connections
CHECKED = 240.0  # maximum seconds between checks that the key is still valid
MAX_WAIT = 30.0  # the maximum that the view accepts
MAX_OF_ONE = 20  # streams per person

hub = Hub()
pool = ThreadPoolExecutor(THREADS, "view")
tasks: set[asyncio.Task[None]] = set()


@dataclass(frozen=True)
class Answer:
    """The response of a view, with the person, their position, and the number of events."""

    status: str
    headers: list[tuple[bytes, bytes]]
    body: bytes
    person: int
    cursor: str
    news: int
    page: tuple[int, tuple[str, ...]] = (0, ())  # for an open page: person, and rows that wake it

    @property
    def is_refusal(self) -> bool:
        """Whether repeating the request would be pointless."""
        return self.status.startswith("4") and not self.status.startswith("429")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI 3 application."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] == "http":
        way = (scope["method"], scope["path"])
        if page_stream.is_line(scope):
            await page_stream.hold(scope, receive, send, hub, _page_asked)
            return
        hold = {("GET", STREAM): _stream, ("GET", EVENTS): _poll}.get(way, _at_once)
        await hold(scope, receive, send)


async def _at_once(scope: Scope, _receive: Receive, send: Send) -> None:
    await _relay(send, await _asked(scope, scope["query_string"].decode("latin-1")))


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    listening = asyncio.create_task(hub.run())
    tasks.add(listening)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    listening.cancel()
    await send({"type": "lifespan.shutdown.complete"})


async def _page_asked(scope: Scope, query: str) -> page_stream.RenderedPage:
    """Calls the view that belongs to an open page."""
    bare = _without(scope, b"accept-encoding")
    answer = await _asked(bare, query)
    person, rows = answer.page
    return page_stream.RenderedPage(
        int(answer.status.split()[0]), answer.body.decode(), person, rows
    )


async def _asked(scope: Scope, query: str, streams: int = 0) -> Answer:
    return await asyncio.get_running_loop().run_in_executor(pool, _ask, scope, query, streams)


def _ask(scope: Scope, query: str, streams: int) -> Answer:
    """Calls the site like a web process, with this query string."""
    how = {**scope, "query_string": query.encode("latin-1")}
    bridge = WsgiToAsgiInstance(wsgi)  # type: ignore[no-untyped-call]
    bridge.scope = how
    environ = bridge.build_environ(how, BytesIO())  # type: ignore[no-untyped-call]
    environ[FULL] = streams
    head: list[Any] = []

    def start(status: str, headers: Any, _info: Any = None, /) -> Callable[[bytes], object]:
        head.extend((status, headers))
        return head.append

    response = wsgi(environ, start)
    try:
        body = b"".join(response)
    finally:
        response.close()
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in head[1]]
    person, cursor, news = environ.get("tideweb.events", (0, "", 0))
    page = environ.get("tideweb.live", (0, ()))
    return Answer(head[0], headers, body, person, cursor, news, page)


async def _relay(send: Send, answer: Answer) -> None:
    start = {"type": "http.response.start", "status": int(answer.status.split()[0])}
    await send({**start, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


def _with(query: list[tuple[str, str]], **changed: str) -> str:
    """The query string with some parameters changed."""
    kept = [(name, value) for name, value in query if name not in changed]
    return urlencode([*kept, *changed.items()])


def _seconds(query: list[tuple[str, str]]) -> float:
    """The value of `wait`; invalid ones are left for the view to refuse."""
    given = dict(query).get("wait", "")
    return min(float(given), MAX_WAIT) if given.isascii() and given.isdigit() else 0.0


async def _poll(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the view's response; if it has no events, waits for some first."""
    whole = scope["query_string"].decode("latin-1")
    query = parse_qsl(whole, keep_blank_values=True)
    seconds = _seconds(query)
    answer = await _asked(scope, _with(query, wait="0") if seconds else whole)
    if not seconds or not answer.person or answer.news:
        await _relay(send, answer)
        return
    with hub.waiting(answer.person) as news:
        query = [(name, value) for name, value in query if name != "after"]
        behind = _with(query, wait="0", after=answer.cursor)
        again = await _asked(scope, behind)  # events from before we started to wait
        gone, clock = asyncio.create_task(hung_up(receive)), asyncio.get_running_loop().time
        end = clock() + seconds
        while again.person and not again.news and await _woken(news, gone, end - clock()):
            again = await _asked(scope, behind)  # it may have been woken for what was told before
        gone.cancel()
    await _relay(send, again)


async def _woken(news: asyncio.Event, gone: asyncio.Task[None], seconds: float) -> bool:
    """True if there may be news; False if the time is up or the client has disconnected."""
    await wait_for_news(news, gone, seconds)
    new = news.is_set() and not gone.done()
    news.clear()
    return new


async def _stream(scope: Scope, receive: Receive, send: Send) -> None:
    scope = _without(scope, b"accept-encoding")  # a compressed response couldn't be continued
    query = scope["query_string"].decode("latin-1")
    first = await _asked(scope, query)
    if not first.person:
        await _relay(send, first)
    elif hub.count(first.person) >= MAX_OF_ONE:
        await _relay(send, await _asked(scope, query, streams=MAX_OF_ONE))
    else:
        with hub.waiting(first.person) as news:
            await _told(scope, receive, send, first, news)


async def _told(
    scope: Scope, receive: Receive, send: Send, answer: Answer, news: asyncio.Event
) -> None:
    """Streams the view's responses until the client disconnects or loses access."""
    headers = [pair for pair in answer.headers if pair[0] != b"content-length"]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    gone = asyncio.create_task(hung_up(receive))
    here = _without(scope, b"last-event-id")
    await _say(send, answer.body)
    cursor, clock = answer.cursor, asyncio.get_running_loop().time
    news.set()  # something may have happened before we started to wait
    checked = clock() + CHECKED * random.uniform(0.5, 1.0)  # noqa: S311 - not all at once
    while not gone.done():
        if await _woken(news, gone, ALIVE) or clock() > checked:
            checked = clock() + CHECKED
            answer = await _asked(here, urlencode({"after": cursor}))
            if answer.is_refusal:
                break
            if not answer.person:  # a temporary failure, such as a database restart
                await asyncio.sleep(PAUSE)
                news.set()
            elif answer.news:
                await _say(send, answer.body)
                cursor = answer.cursor
                news.set()  # there may be another page
        elif not gone.done():
            await _say(send, b":\n\n")
    gone.cancel()
    await send({"type": "http.response.body", "body": b""})


def _without(scope: Scope, header: bytes) -> Scope:
    return {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != header]}


async def _say(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})
