"""Which reads may go to a replica, and who never gets them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import router
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import get_resolver, resolve
from django.utils.connection import ConnectionDoesNotExist
from pytest_django import Settings

from games.models import Game
from games.selectors.access import read_games
from tideweb.replica import OLD_ENOUGH, ReplicaMiddleware, _old_is_fine

Ask = Callable[..., tuple[str, str, HttpResponse]]


@pytest.fixture
def ask(settings: Settings) -> Ask:
    """Where a view of that address would read and write, and its answer."""
    settings.DATABASE_ROUTERS = ["tideweb.replica.ReplicaRouter"]

    def ask(path: str, method: str = "get", **more: object) -> tuple[str, str, HttpResponse]:
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
        return found[0], found[1], response  # type: ignore[return-value]

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
    def names(patterns: list[object]) -> set[str]:
        deeper = [names(each.url_patterns) for each in patterns if hasattr(each, "url_patterns")]
        own = {each.name for each in patterns if getattr(each, "name", None)}  # type: ignore[attr-defined]
        return own.union(*deeper)

    assert OLD_ENOUGH - names(get_resolver().url_patterns) == set()
