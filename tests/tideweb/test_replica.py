"""Which reads may go to a replica, and who never gets them."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import connections, router
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import Client, RequestFactory
from django.urls import get_resolver, resolve
from django.utils.connection import ConnectionDoesNotExist
from pytest_django import Settings

from games.models import Game
from games.selectors.access import read_games
from tests.brokers import free_port
from tideweb import doctor, replica
from tideweb.replica import OLD_ENOUGH, ReplicaMiddleware, _old_is_fine

Ask = Callable[..., tuple[str, str, HttpResponseBase]]


@pytest.fixture
def database(
    django_db_setup: None, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Any]]:
    """Where the replica is to be found: it is the test database itself, in which these tests only
    read. (Those of `django_db` may not use a database that was named later.)
    """
    monkeypatch.setattr(replica, "_away_until", 0.0)
    found = dict(connections.settings["default"])
    monkeypatch.setitem(connections.settings, "replica", found)
    with django_db_blocker.unblock():
        yield found
        connections["replica"].close()
        connections.close_all()
    del connections["replica"]


@pytest.fixture
def ask(settings: Settings, database: dict[str, Any]) -> Ask:
    """Where a view of that address would read and write, and its answer."""
    settings.DATABASE_ROUTERS = ["tideweb.replica.ReplicaRouter"]

    def ask(path: str, method: str = "get", **more: Any) -> tuple[str, str, HttpResponseBase]:
        request: HttpRequest = getattr(RequestFactory(), method)(
            path, headers=more.pop("headers", {})
        )
        request.COOKIES |= more
        request.resolver_match = resolve(path)
        found: list[str] = []

        def view(_request: HttpRequest) -> HttpResponse:
            middleware.process_view(request)
            game = Game()
            game._state.db = "replica"
            found[:] = [router.db_for_read(Game), router.db_for_write(Game, instance=game)]
            return HttpResponse()

        middleware = ReplicaMiddleware(view)
        response = middleware(request)
        assert router.db_for_read(Game) == "default", "the next request begins anew"
        return found[0], found[1], response

    return ask


@pytest.mark.parametrize("path", ["/people/", "/games/", "/leagues/", "/g/x/replay/"])
def test_lists_people_and_replays_may_be_old(ask: Ask, path: str) -> None:
    assert ask(path)[:2] == ("replica", "default")


@pytest.mark.parametrize("path", ["/g/x/", "/moves/", "/settings/", "/notices/", "/healthz"])
def test_what_one_plays_by_may_not(ask: Ask, path: str) -> None:
    assert ask(path)[0] == "default"


def test_whoever_has_just_written_sees_it(ask: Ask) -> None:
    written = ask("/games/new/", "post")[2]
    assert written.cookies["wrote"]["max-age"] == 10
    assert ask("/games/", wrote="1")[0] == "default"
    assert "wrote" not in ask("/games/")[2].cookies


def test_programs_have_no_cookies(ask: Ask) -> None:
    assert ask("/api/v1/games", headers={"Authorization": "Token x"})[0] == "default"
    assert ask("/api/v1/games")[0] == "replica"


def test_while_it_is_away_the_primary_is_asked(
    settings: Settings, database: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_ROUTERS = ["tideweb.replica.ReplicaRouter"]
    away = {"HOST": "127.0.0.1", "PORT": str(free_port())}
    there = {name: database[name] for name in away}
    database.update(away)
    for path in ("/people/", "/games/", "/api/v1/games"):
        assert Client().get(path).status_code == 200
    assert "does not answer" in next(doctor.replica_database()).what

    database.update(there)
    assert not replica.is_there(), "it is asked again only after a while"
    monkeypatch.setattr(replica, "_away_until", time.monotonic())
    assert replica.is_there()
    assert [finding.verdict for finding in doctor.replica_database()] == ["ok"]


def test_a_line_to_it_that_broke_is_noticed(
    database: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replica.is_there()
    line = connections["replica"]
    monkeypatch.setattr(line, "_went_at", 0.0)  # it was used a while ago
    line.connection.close()
    monkeypatch.setattr(line, "health_check_enabled", True)
    monkeypatch.setattr(line, "health_check_done", False)
    database.update(HOST="127.0.0.1", PORT=str(free_port()))
    assert not replica.is_there()


def test_what_is_read_by_hand_is_read_there_too(settings: Settings) -> None:
    settings.DATABASE_ROUTERS = ["tideweb.replica.ReplicaRouter"]
    with old_is_fine(), pytest.raises(ConnectionDoesNotExist, match="replica"):
        read_games([1])


@contextmanager
def old_is_fine() -> Iterator[None]:
    token = _old_is_fine.set(True)
    yield
    _old_is_fine.reset(token)


def test_without_a_replica_there_is_nothing_to_do() -> None:
    with pytest.raises(MiddlewareNotUsed):
        ReplicaMiddleware(lambda _request: HttpResponse())


def test_each_name_is_one_of_an_address() -> None:
    def names(patterns: Iterable[Any]) -> set[str]:
        deeper = [names(each.url_patterns) for each in patterns if hasattr(each, "url_patterns")]
        own = {each.name for each in patterns if getattr(each, "name", None)}
        return own.union(*deeper)

    assert OLD_ENOUGH - names(get_resolver().url_patterns) == set()
