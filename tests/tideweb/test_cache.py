"""A shared cache that is away costs speed, and nothing else. None of its entries is lost because
strangers cause many others, and those that have expired are deleted.
"""

from __future__ import annotations

import socket
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test import Client, override_settings

from games.services.sweep import sweep
from tests.games.services.carrying import own_server
from tideweb import cache as spared
from tideweb.apps import add_tables_without_models

KIND = "tideweb.cache.SparedCache"


def nowhere() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


def at(url: str) -> dict[str, dict[str, Any]]:
    kept = {"BACKEND": KIND, "LOCATION": url, "OPTIONS": settings.CACHES["default"]["OPTIONS"]}
    return {"default": kept, "throttle": kept}


def test_while_it_is_away_each_process_remembers_for_itself() -> None:
    with override_settings(CACHES=at(nowhere())):
        cache = caches["default"]
        cache.set("a", 1)
        assert cache.get("a") == 1
        assert cache.incr("a") == 2
        assert not cache.add("a", 7)
        cache.set_many({"b": 3})
        assert cache.get_many(["a", "b"]) == {"a": 2, "b": 3}
        cache.delete("a")
        assert "a" not in cache
        assert cache.get_or_set("c", lambda: 4) == 4


def test_what_it_remembers_meanwhile_is_not_pushed_out_by_others() -> None:
    with override_settings(CACHES=at(nowhere())):
        cache = caches["default"]
        cache.set("a", 1)
        for number in range(1000):
            cache.set(f"other-{number}", 1)
        assert cache.get("a") == 1


@pytest.mark.django_db
def test_what_the_table_remembers_is_not_pushed_out_by_others() -> None:
    cache = caches["default"]
    mine = [f"mine-{number}" for number in range(10)]
    for name in mine:
        cache.set(name, 1)
    _add_others(1000, "1 hour")
    cache.set("one-more", 1)
    assert len(cache.get_many(mine)) == len(mine)


@pytest.mark.django_db
def test_the_sweep_deletes_from_the_table_what_has_expired() -> None:
    caches["default"].clear()
    caches["default"].set("a", 1)
    caches["default"].set("b", 1, timeout=None)
    _add_others(1000, "-1 second")
    sweep()
    assert caches["default"].get_many(["a", "b"]) == {"a": 1, "b": 1}
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tideweb_cache")
        assert cursor.fetchone() == (2,)


def _add_others(number: int, left: str) -> None:
    """Entries of strangers that have so long to live."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tideweb_cache SELECT encode(sha256(n::text::bytea), 'hex'), '',"
            " statement_timestamp() + %s::interval FROM generate_series(1, %s) n",
            [left, number],
        )


@pytest.mark.django_db
def test_no_page_and_no_call_fails_for_it() -> None:
    with override_settings(CACHES=at(nowhere())):
        client = Client()
        assert client.get("/api/v1/rulesets").status_code == 200
        assert client.get("/games/").status_code == 200
        assert client.get("/account/login/").status_code == 200
        assert (
            client.post("/account/login/", {"login": "a@b.org", "password": "x"}).status_code == 200
        )


def test_one_that_is_away_is_not_asked_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attempt may take half a second of a page."""
    asked: list[str] = []

    def away(_self: object, name: str) -> None:
        asked.append(name)
        raise ConnectionRefusedError

    monkeypatch.setattr(spared.SparedCache, "_shared", away)
    with override_settings(CACHES=at(nowhere())):
        cache = caches["default"]
        cache.set("own", 1)
        assert cache.get("own") == 1
    assert asked == ["set"]


@pytest.mark.redis
def test_it_is_used_again_once_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spared, "PAUSE", 0.0)
    with own_server("redis") as server, override_settings(CACHES=at(server.url)):
        cache = caches["default"]
        cache.set("shared", 1)
        server.stop()
        assert cache.get("shared") is None
        cache.set("shared", 2)
        assert cache.get("shared") == 2
        server.start()
        assert cache.get("shared") is None  # the power failed, and what we counted alone is ours
        cache.set("shared", 3)
        assert cache.get("shared") == 3


@pytest.mark.django_db
def test_the_table_is_there_also_while_another_cache_is_used() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE tideweb_cache")
    with override_settings(CACHES=at(nowhere())):
        add_tables_without_models(app_config=apps.get_app_config("accounts"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('tideweb_cache') IS NOT NULL")
        assert cursor.fetchone() == (True,)
