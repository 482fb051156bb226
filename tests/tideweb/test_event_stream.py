"""The process for streams: whoever waits is told at once, once, and no more than is theirs."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction

from accounts.models import Notice, User
from accounts.security import api_keys
from games.models import Game
from games.services.game_log import write_log
from tests.brokers import free_port
from tests.games.making import fresh, people, person, running
from tests.worker import events_command, url_of
from tideweb.embedded.processes import dies_with_parent
from tideweb.embedded.supervisor import kill_group

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[2]
WAY = "/api/v1/events"
PATIENCE = 20.0
AT_ONCE = 10.0  # before anything that comes by the clock, every fifteen seconds


@contextmanager
def process() -> Iterator[int]:
    """The port of one on the database of the test."""
    port = free_port()
    environment = os.environ | {"DATABASE_URL": url_of(settings.DATABASES["default"])}
    with tempfile.TemporaryFile() as log:
        child = subprocess.Popen(
            events_command("127.0.0.1", port), cwd=ROOT, env=environment, stdout=log, stderr=log,
            start_new_session=True, preexec_fn=dies_with_parent(signal.SIGKILL),
        )  # fmt: skip
        try:
            until(lambda: answers(port), 60)
            yield port
        finally:
            kill_group(child)
            child.wait()
            log.seek(0)
            sys.stdout.write(log.read().decode(errors="replace"))


def until(holds: Any, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def answers(port: int) -> bool:
    try:
        return asked(port, "/api/v1/problems/bad_cursor")[0] == 200
    except OSError:
        return False


def asked(port: int, way: str, key: str = "", method: str = "GET") -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        with urllib.request.urlopen(request(port, way, headers, method), timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def request(
    port: int, way: str, headers: dict[str, str], method: str = "GET"
) -> urllib.request.Request:
    whole = {"Host": "localhost", **headers}
    return urllib.request.Request(f"http://127.0.0.1:{port}{way}", headers=whole, method=method)


def refused(port: int, headers: dict[str, str], method: str = "GET") -> tuple[Any, dict[str, Any]]:
    """The headers and the body of a stream's refusal, which any page may read."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request(port, f"{WAY}/stream", headers, method), timeout=60)
    told, found = caught.value.headers, json.load(caught.value)
    assert told["Content-Type"] == "application/problem+json"
    assert told["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in told["Access-Control-Expose-Headers"]
    assert told["Cache-Control"] == "no-store"
    assert told["X-Request-ID"]
    assert found["type"].endswith(f"/api/v1/problems/{found['code']}")
    assert found["status"] == caught.value.code
    return told, found


class Stream:
    """One open line; `events` are those that came, `last` the id of the last one."""

    def __init__(self, port: int, key: str, last: str = "", **more: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        resume = {"Last-Event-ID": last} if last else {}
        headers = {"Authorization": f"Bearer {key}", "Host": "localhost", **resume, **more}
        self._line.request("GET", f"{WAY}/stream", headers=headers)
        self._socket = self._line.sock
        self.answer = self._line.getresponse()
        self.last, self.ended = last, False
        self.events: list[dict[str, Any]] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            while line := self.answer.readline():
                name, _colon, value = line.decode().rstrip("\n").partition(": ")
                if name == "id":
                    self.last = value
                elif name == "data":
                    self.events.append(json.loads(value))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self.ended = True

    def has(self, count: int, seconds: float = PATIENCE) -> list[dict[str, Any]]:
        until(lambda: len(self.events) >= count or self.ended, seconds)
        return self.events

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._line.close()


def opened(port: int, key: str, **more: str) -> Stream:
    """A stream of which it is known from where on it tells."""
    stream = Stream(port, key, **more)
    assert stream.answer.status == 200
    assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
    assert stream.answer.headers["Cache-Control"] == "no-store"
    until(lambda: stream.last)
    return stream


def happens(game: Game, kind: str = "made") -> None:
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        write_log(game, kind)
        game.save()


@contextmanager
def open_elsewhere() -> Iterator[Any]:
    """A transaction of our database that has written and is not over."""
    how = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    with psycopg.connect(**{name: how[name] for name in names if name in how}) as line:
        line.execute("SELECT pg_current_xact_id()")
        yield line
        line.rollback()


def kinds(found: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in found]


def test_streams_and_long_polls() -> None:
    """One process for all of it, since it takes seconds to start."""
    users, stranger = people(3), person("Ute")
    game = running(users)
    key, other = api_keys.issue(users[0]), api_keys.issue(stranger)
    with process() as port:
        told_at_once_and_only_whom_it_concerns(port, game, key, other)
        resumed_without_gap_or_double(port, game, key)
        held_until_the_older_one_is_over(port, game, key)
        a_notice_is_told(port, users[0], key)
        one_request_waits(port, game, key)
        refused_as_by_the_web_process(port, users[0])
        heard_again_after_the_line_broke(port, game, key)
        ended_when_the_key_is_gone(port, game, users[0])
        not_too_many_of_one(port, other)


def told_at_once_and_only_whom_it_concerns(port: int, game: Game, key: str, other: str) -> None:
    mine, theirs = opened(port, key), opened(port, other, **{"Accept-Encoding": "gzip"})
    for number in range(3):
        begun = time.monotonic()
        happens(game, f"kind{number}")
        assert kinds(mine.has(number + 1)) == [f"kind{n}" for n in range(number + 1)]
        assert time.monotonic() - begun < AT_ONCE
    assert {event["game"] for event in mine.events} == {game.code}
    assert theirs.events == []
    mine.close()
    theirs.close()


def resumed_without_gap_or_double(port: int, game: Game, key: str) -> None:
    first = opened(port, key)
    happens(game, "before")
    first.has(1)
    first.close()
    for number in range(150):  # more than one page
        happens(game, f"away{number}")
    again = Stream(port, key, last=first.last)
    happens(game, "after")
    assert kinds(again.has(151)) == [*(f"away{number}" for number in range(150)), "after"]
    again.close()


def held_until_the_older_one_is_over(port: int, game: Game, key: str) -> None:
    stream = opened(port, key)
    with open_elsewhere() as line:
        happens(game, "held")
        time.sleep(1)
        assert stream.events == []
        line.rollback()
        assert kinds(stream.has(1, AT_ONCE)) == ["held"]
    stream.close()


def a_notice_is_told(port: int, user: User, key: str) -> None:
    stream = opened(port, key)
    Notice.objects.create(recipient=user, kind="moderated", event="x:1", shown=True)
    assert [(event["sort"], event["kind"]) for event in stream.has(1)] == [("notice", "moderated")]
    stream.close()


def one_request_waits(port: int, game: Game, key: str) -> None:
    status, start = asked(port, f"{WAY}?wait=0", key)
    assert (status, start["events"]) == (200, [])

    def later() -> None:
        with connection.cursor() as cursor:  # woken for what was told before, it waits on
            cursor.execute("SELECT pg_notify('tideweb_events', %s)", [f"g{game.pk}"])
        time.sleep(1)
        happens(game, "polled")
        connection.close()

    thread = threading.Timer(1.0, later)
    begun = time.monotonic()
    thread.start()
    status, found = asked(port, f"{WAY}?wait=25&after={start['cursor']}", key)
    thread.join()
    assert kinds(found["events"]) == ["polled"]
    assert 0.9 < time.monotonic() - begun < AT_ONCE
    begun = time.monotonic()
    assert asked(port, f"{WAY}?wait=1&after={found['cursor']}", key)[1]["events"] == []
    assert 0.9 < time.monotonic() - begun < AT_ONCE


def refused_as_by_the_web_process(port: int, user: User) -> None:
    blind = api_keys.issue(user)
    user.api_keys.filter(digest=api_keys.digest(blind)).update(scopes="play")
    for way in (WAY, f"{WAY}/stream", f"{WAY}?wait=9"):
        for key, after, expected in (
            ("", "", (401, "not_authenticated")),
            ("tideweb_0", "", (401, "bad_token")),
            (blind, "", (403, "scope_missing")),
            (api_keys.issue(user), "A" * 60, (400, "bad_cursor")),
        ):
            query = ("&" if "?" in way else "?") + f"after={after}"
            status, found = asked(port, way + query, key)
            assert (status, found["code"]) == expected, way
    signed = {"Authorization": f"Bearer {api_keys.issue(user)}"}
    assert refused(port, signed | {"Last-Event-ID": "A" * 60})[1]["code"] == "bad_cursor"
    assert refused(port, signed, "POST")[1]["code"] == "method_not_allowed"
    assert refused(port, {})[0]["WWW-Authenticate"] == "Bearer"


def heard_again_after_the_line_broke(port: int, game: Game, key: str) -> None:
    stream = opened(port, key)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND query ILIKE 'LISTEN%' OR "
            "datname = current_database() AND query LIKE '%pg_snapshot_xmax%' "
            "AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchall()
    happens(game, "unheard")
    assert kinds(stream.has(1)) == ["unheard"]
    stream.close()


def ended_when_the_key_is_gone(port: int, game: Game, user: User) -> None:
    stream = opened(port, api_keys.issue(user, "short"))
    user.api_keys.filter(name="short").delete()
    happens(fresh(game))
    until(lambda: stream.ended)
    happens(fresh(game), "later")
    # A look that had begun before the key was gone may have found the first event.
    assert kinds(stream.events) in ([], ["made"])


def not_too_many_of_one(port: int, key: str) -> None:
    streams = [opened(port, key) for _number in range(20)]
    headers = {"Authorization": f"Bearer {key}", "Accept-Language": "nl"}
    told, found = refused(port, headers)
    assert (found["status"], found["code"], found["most"]) == (429, "too_many_streams", 20)
    assert told["Retry-After"] == str(found["retry_after"])
    assert told["Content-Language"] == "nl"
    assert told["RateLimit"]
    assert found["title"] == "Te veel verbindingen"
    for stream in streams:
        stream.close()


def test_behind_a_pooler_it_says_what_it_needs_and_does_not_start() -> None:
    url = url_of(settings.DATABASES["default"])
    started = subprocess.run(
        [sys.executable, "-c", "import tideweb.event_stream"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env=os.environ | {"DATABASE_URL": url, "DATABASE_POOLER": "true"},
    )  # fmt: skip
    assert started.returncode == 1
    assert "DATABASE_POOLER=false" in started.stderr
