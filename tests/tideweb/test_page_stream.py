"""Lines of open pages: told when their own page has changed, and of nothing else by no sign."""

from __future__ import annotations

import asyncio
import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone
from psycopg import AsyncConnection, OperationalError
from psycopg.conninfo import conninfo_to_dict

from accounts.models import User
from games.models import Game, Message
from games.services.hands import plans
from games.services.talk import chat
from games.web.hands import live
from tests.games.making import bid, fresh, legal, people, person, running
from tests.tideweb.test_event_stream import process, until
from tideweb import page_stream
from tideweb.event_hub import Hub

QUIET = 2.0  # seconds in which something would have come


class Line:
    """An open line; `news` are the words that came, `lines` all that was sent."""

    def __init__(self, port: int, way: str, cookie: str, **more: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        session = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"} if cookie else {}
        self._line.request("GET", way, headers={"Host": "localhost", **session, **more})
        self.answer = self._line.getresponse()
        self.lines: list[str] = []
        self.ended = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while line := self.answer.readline():
                self.lines.append(line.decode().rstrip("\n"))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self.ended = True

    @property
    def news(self) -> list[str]:
        return [line[4:] for line in self.lines if line.startswith("id: ")]

    def settled(self) -> Line:
        """When what the page did not know at first has been told."""
        until(lambda: self.news)
        time.sleep(0.3)
        self.lines.clear()
        return self


def cookie_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def hiding(users: list[User]) -> Game:
    """A game in which nobody sees who has answered."""
    game = running(users)
    Game.objects.filter(pk=game.pk).update(shows_bids=False)
    return fresh(game)


def opened(port: int, game: Game, user: User | None) -> Line:
    """The line of a page of this game."""
    line = Line(port, f"/g/{game.code}/pulse/stream?seen=x", cookie_of(user) if user else "")
    assert line.answer.status == 200
    assert line.answer.headers["Cache-Control"] == "no-store"
    return line.settled()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_lines_of_pages() -> None:
    """One process for all of it, since it takes seconds to start."""
    users, stranger = people(3), person("Ute")
    with process() as port:
        all_who_see_it_are_told(port, running(users), users)
        all_are_told_who_gives_what_their_plan_gave(port, running(users), users)
        who_has_sealed_stays_hidden(port, hiding(users), users)
        all_are_told_that_a_message_was_hidden(port, running(users, chat="everybody"), users)
        who_may_not_see_it_gets_no_line(port, running(users, visibility="link"), stranger)
        nothing_missed_is_told_again(port, running(users), users)
        ended_with_the_session(port, running(users), users)


def all_who_see_it_are_told(port: int, game: Game, users: list[User]) -> None:
    lines = [opened(port, game, user) for user in (*users, None)]
    begun = time.monotonic()
    bid(game, users[1])
    until(lambda: all(line.news for line in lines))
    assert time.monotonic() - begun < page_stream.ALIVE * 2 / 3  # not by the clock
    for line in lines:
        told = [text for text in line.lines if text and text != ":"]
        assert told == [f"id: {line.news[0]}", "data: 1"]
    words = {line.news[0].split("~")[0] for line in lines}
    assert all(len(word) == 20 for word in words)


def all_are_told_who_gives_what_their_plan_gave(port: int, game: Game, users: list[User]) -> None:
    card = legal(game, 1)[0]
    plans.write(users[1], game.code, f"next: {card}", now=True)
    line = opened(port, game, users[0])
    bid(game, users[1], card)
    until(lambda: line.news)


def who_has_sealed_stays_hidden(port: int, game: Game, users: list[User]) -> None:
    own, other, anybody = (opened(port, game, user) for user in (users[1], users[0], None))
    bid(game, users[1])
    until(lambda: own.news)
    time.sleep(QUIET)
    assert (other.news, anybody.news) == ([], [])


def all_are_told_that_a_message_was_hidden(port: int, game: Game, users: list[User]) -> None:
    chat.say(users[0], game.code, "Pirate!")
    line = opened(port, game, users[1])
    Message.objects.filter(game=game).update(hidden_at=timezone.now())
    until(lambda: line.news)


def who_may_not_see_it_gets_no_line(port: int, game: Game, stranger: User) -> None:
    way = f"/g/{game.code}/pulse/stream?seen="
    for user in (stranger, None):
        line = Line(port, way, cookie_of(user) if user else "")
        assert line.answer.status == 404
        until(lambda line=line: line.ended)
        assert line.lines == []
    assert Line(port, "/moves/pulse/stream?seen=", "").answer.status in (204, 302, 403)
    assert Line(port, "/g/nothing-here/pulse/stream?seen=", "").answer.status == 404


def nothing_missed_is_told_again(port: int, game: Game, users: list[User]) -> None:
    way, cookie = f"/g/{game.code}/pulse/stream?seen=x", cookie_of(users[0])
    first = Line(port, way, cookie)
    until(lambda: first.news)
    again = Line(port, way, cookie, **{"Last-Event-ID": first.news[-1]})
    time.sleep(0.5)
    assert again.news == []
    bid(game, users[1])
    until(lambda: again.news)


def ended_with_the_session(port: int, game: Game, users: list[User]) -> None:
    client = Client()
    client.force_login(users[0], backend="django.contrib.auth.backends.ModelBackend")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    line = Line(port, f"/g/{game.code}/pulse/stream?seen=x", cookie).settled()
    client.logout()
    bid(game, users[1])
    until(lambda: line.ended)
    assert line.news == []


def test_the_hub_connects_by_all_that_the_database_url_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A certificate of its own, for instance, and how long a dead line is waited for."""
    found: list[dict[str, Any]] = []

    async def connect(text: str, **_more: Any) -> None:
        found.append(conninfo_to_dict(text))
        raise OperationalError

    more = {"sslrootcert": "/etc/ca.pem", "keepalives_idle": 60, "pool": False}
    options = {**connection.settings_dict["OPTIONS"], **more}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    monkeypatch.setattr(AsyncConnection, "connect", connect)
    with pytest.raises(OperationalError):
        asyncio.run(Hub()._connected())
    assert found[0]["sslrootcert"] == "/etc/ca.pem"
    assert found[0]["keepalives_idle"] == "60"
    assert found[0]["dbname"] == connection.settings_dict["NAME"]
    assert "pool" not in found[0]


# ------------------------------------------------------------------- what a line may say at all


def spoken(monkeypatch: pytest.MonkeyPatch, *pages: page_stream.RenderedPage) -> list[bytes]:
    """All that a line sends whose reader is woken and sees these pages in turn, then the last."""
    monkeypatch.setattr(page_stream, "TOGETHER", 0.0)
    monkeypatch.setattr(page_stream, "AWAY", 0.0)
    rest = list(pages)
    sent: list[bytes] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("body", b""))

    async def run() -> None:
        hub, over = Hub(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            await over.wait()
            return {"type": "http.disconnect"}

        async def ask(_scope: Any, _query: str) -> page_stream.RenderedPage:
            return rest.pop(0) if len(rest) > 1 else rest[0]

        scope = {
            "method": "GET", "path": "/g/x/pulse/stream", "query_string": b"seen=w", "headers": []
        }  # fmt: skip
        line = asyncio.create_task(page_stream.hold(scope, receive, send, hub, ask))
        for _ in range(5):
            await asyncio.sleep(0.01)
            hub._wake_pages(["g1"])
        over.set()
        await line

    asyncio.run(run())
    return [body for body in sent if body]


SAME = page_stream.RenderedPage(204, "", 7, ("g1", "u7"))
SILENCE = [b"retry: 3000\n\n", b":\n\n"]


def test_whoever_is_woken_for_nothing_that_they_see_hears_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert spoken(monkeypatch, SAME) == SILENCE


def test_a_line_that_tells_that_somebody_was_woken_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fault that the test before is to find: an event, or a sign of life, at each waking."""
    looked = page_stream.Line._looked

    async def leaking(line: Any, *args: Any) -> bool:
        await line._say(b":\n\n")
        return await looked(line, *args)

    monkeypatch.setattr(page_stream.Line, "_looked", leaking)
    assert spoken(monkeypatch, SAME) != SILENCE


def test_who_signs_in_after_somebody_else_hears_nothing_on_their_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anothers = page_stream.RenderedPage(200, "theirs", 8, SAME.rows)
    assert spoken(monkeypatch, SAME, anothers) == SILENCE


@pytest.mark.parametrize("status", [429, 503])
def test_a_page_that_cannot_be_asked_just_now_is_asked_again(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = page_stream.RenderedPage(status, "", 0, ())
    news = page_stream.RenderedPage(200, "news", SAME.person, SAME.rows)
    assert b"id: news\ndata: 1\n\n" in spoken(monkeypatch, SAME, busy, news)


# ----------------------------------------------------------------------------- what the view says


@contextmanager
def leaking() -> Iterator[None]:
    """The word of a page made from all answers, whoever may know of them."""
    right = live.view_fingerprint

    def wrong(view: Any, late: list[Any]) -> str:
        return right(view, late) + str(view.hand.bids.count())

    with patch.object(live, "view_fingerprint", wrong):
        yield


def told(game: Game, viewer: User | None, user: User) -> bool:
    """Whether the page of the viewer is told that this person has sealed."""
    client, way = Client(), f"/g/{game.code}/pulse/"
    if viewer:
        client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    seen = client.get(way).content.decode()
    assert client.get(way, {"seen": seen}).status_code == 204
    bid(game, user)
    return client.get(way, {"seen": seen}).status_code != 204


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["a seat", "a spectator"])
def test_an_event_for_a_seat_that_may_not_know_is_found(who: str) -> None:
    users = people(3)
    viewer = users[0] if who == "a seat" else None
    assert told(running(users), viewer, users[1])
    assert not told(hiding(users), viewer, users[1])
    with leaking():
        assert told(hiding(users), viewer, users[1])
