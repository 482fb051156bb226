"""A shared cache that is away costs speed, and nothing else."""

from __future__ import annotations

import socket

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection
from django.test import Client, override_settings

from tests.games.services.carrying import own_server
from tideweb import cache as spared
from tideweb.apps import add_tables_without_models

KIND = "tideweb.cache.SparedCache"


def nowhere() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


def at(url: str) -> dict[str, dict[str, str]]:
    return {name: {"BACKEND": KIND, "LOCATION": url} for name in ("default", "throttle")}


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
