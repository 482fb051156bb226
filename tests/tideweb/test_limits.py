"""A database that is locked, stuck or away: the answer is 503, soon, and all else goes on."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from psycopg import pq
from psycopg.conninfo import make_conninfo

from accounts.operation.database_errors import is_away
from accounts.security.sessions import SessionStore
from games import selectors
from games.models import Bid, Game
from games.services.hands import bidding
from tests.games.making import fresh, legal, people, running, table_of
from tests.games.web.driving import browser, page
from tests.narrowing import not_none
from tideweb.apps import without_limits
from tideweb.environment import LIMITS, broker_string, limited

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def somebody_else(**options: Any) -> Iterator[psycopg.Connection[Any]]:
    """Another connection to our database."""
    ours = settings.DATABASES["default"]
    parts = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    given = {name: ours[key] for name, key in parts.items() if ours.get(key)}
    given |= {k: v for k, v in ours["OPTIONS"].items() if isinstance(v, str)} | options
    with psycopg.connect(dbname=ours["NAME"], **given) as other:
        yield other


@contextmanager
def locked(game: Game) -> Iterator[None]:
    """Somebody's transaction hangs with the row of this game in its hands."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    try:
        with somebody_else() as other:
            other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game.pk])
            yield
    finally:
        connection.close()


def test_a_host_that_vanishes_after_a_statement_is_given_up_within_half_a_minute() -> None:
    """Linux would wait a quarter of an hour for its receipt, without a question in between."""
    options = limited({}, limits=False)["OPTIONS"]
    with socket.create_server(("127.0.0.1", 0)) as database:
        port = database.getsockname()[1]
        text = make_conninfo(host="127.0.0.1", port=port, dbname="any", **options)
        line = pq.PGconn.connect_start(text.encode())
        with socket.socket(fileno=os.dup(line.socket)) as ours:
            waits = ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        line.finish()
    assert waits == 30_000


def test_a_locked_game_is_busy_by_the_api_and_nothing_was_stored() -> None:
    users, game = table_of(3)
    client, address = browser(users[0]), f"/api/v1/games/{game.code}/hands/1/bid"
    card = legal(game, 0)[0]
    with locked(game):
        answer = client.put(address, {"bid": card}, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer["Retry-After"] == "2"
    assert not Bid.objects.exists()
    answer = client.put(address, {"bid": card}, content_type="application/json")
    assert answer.status_code in (200, 201)


def test_a_locked_game_is_busy_on_its_page_and_the_others_go_on() -> None:
    users = people(3)
    game, other = running(users), running(users)
    client, card = Client(raise_request_exception=False), legal(game, 0)[0]
    client.force_login(users[0])
    with locked(game):
        answer = client.post(f"/g/{game.code}/bid/", {"hand": "1", "bid": card})
        assert answer.status_code == 503
        assert "nothing you sent was stored" in answer.content.decode()
        assert answer["Retry-After"] == "2"
        there = client.post(f"/g/{other.code}/bid/", {"hand": "1", "bid": legal(other, 0)[0]})
        assert there.status_code == 302
        assert client.get("/healthz").status_code == 200
    assert Bid.objects.get().hand.game == other


def test_a_server_that_no_longer_leads_is_asked_no_more() -> None:
    """It takes no changes, and a new connection leads to the one that does."""
    users, game = table_of(3)
    client, address = browser(users[0]), f"/api/v1/games/{game.code}/hands/1/bid"
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    answer = client.put(address, {"bid": legal(game, 0)[0]}, content_type="application/json")
    assert answer.status_code == 200
    assert Bid.objects.count() == 1


def test_a_database_without_any_that_leads_is_away() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        with pytest.raises(OperationalError, match="read-only") as raised:
            people(1)
        assert is_away(raised.value)
    finally:
        connection.close()


def test_a_database_that_is_away_says_so_by_page_and_api(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("connection to server failed: Connection refused")

    monkeypatch.setattr(selectors.access, "access_game", away)
    client = Client(raise_request_exception=False)
    answer = client.get("/g/abcdefghjkmn/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "We can’t reach our database" in answer.content.decode()

    answer = client.get("/api/v1/games/abcdefghjkmn")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert (answer.json()["code"], answer["Content-Type"]) == (
        "unavailable", "application/problem+json",
    )  # fmt: skip


def test_so_it_is_before_the_api_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions are read before any view; what breaks there is a problem all the same."""
    client = browser(people(1)[0])
    client.raise_request_exception = False

    def away(*_: object) -> None:
        raise OperationalError("the database system is starting up")

    monkeypatch.setattr(SessionStore, "load", away)
    answer = client.get("/api/v1/me")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "unavailable"


def test_a_defect_is_still_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors.access, "access_game", lambda *_: 1 / 0)
    client = Client(raise_request_exception=False)
    answer = client.get("/g/abcdefghjkmn/")
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.content.decode()


def test_a_bid_whose_line_breaks_is_stored_all_the_same() -> None:
    users, game = table_of(3)
    card = legal(game, 0)[0]
    with connection.cursor() as cursor, somebody_else() as other:
        cursor.execute("SELECT pg_backend_pid()")
        other.execute("SELECT pg_terminate_backend(%s)", cursor.fetchone())
    receipt = bidding.place_bid(users[0], game.code, 1, card, via="page")
    assert receipt.bid == card
    assert (
        not_none(selectors.observations.own_bid(fresh(game), game.hands.get(), 0)).notation == card
    )


def test_every_connection_asks_for_the_limits() -> None:
    options = limited({"OPTIONS": {}}, limits=True)["OPTIONS"]
    with somebody_else(**options) as other:
        for name, value in LIMITS.items():
            assert other.execute(f"SHOW {name}").fetchone() == (value,)
        assert other.execute("SHOW search_path").fetchone() == ('"$user", public',)


def test_a_role_may_have_them_instead_and_what_is_given_counts() -> None:
    assert "options" not in limited({}, limits=False)["OPTIONS"]
    given = {"OPTIONS": {"connect_timeout": 1, "sslmode": "require"}}
    assert limited(given, limits=True)["OPTIONS"]["connect_timeout"] == 1
    assert "lock_timeout" not in broker_string({"NAME": "x", "HOST": "y", **given})


def test_a_migration_takes_as_long_as_it_takes_but_waits_for_no_table_longer_than_people() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '1s'")
        without_limits()
        for name in LIMITS:
            cursor.execute(f"SHOW {name}")
            assert cursor.fetchone() == ("2s" if name == "lock_timeout" else "0",)
    connection.close()
    assert page(browser(), "/healthz") == "ok\n"
