"""The schema names the headers that responses have, and no others.

Every answer that a test holds against the schema (`contract.check_answer`) is asked for that; here
is one with each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.api.schema.headers import HEADERS
from tests.games.api.asking import ROOT, at, client
from tests.games.api.contract import check_headers, operation_at, operations, schema
from tests.games.making import legal, table_of
from tideweb.throttling import PersonThrottle

pytestmark = pytest.mark.django_db


def answers(ask: APIClient, nobody: APIClient, game: Any) -> Iterator[tuple[str, str, Any]]:
    """Answers with the method and address of each."""

    def asked(who: APIClient, method: str, address: str, body: Any = None, **how: Any) -> Any:
        return method, address, getattr(who, method)(address, body, headers=how)

    me, bid = f"{ROOT}/me", at(game, "hands", 1, "bid")
    yield (had := asked(ask, "get", me))
    yield asked(ask, "get", me, **{"If-None-Match": had[2]["ETag"]})
    table = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}
    yield asked(ask, "post", f"{ROOT}/games", table)
    yield asked(ask, "get", f"{ROOT}/games", {"limit": 1})
    yield asked(nobody, "get", f"{ROOT}/records")
    yield asked(nobody, "get", f"{ROOT}/")
    yield asked(ask, "put", bid, {"bid": legal(game, 0)[0]})
    yield asked(ask, "put", bid, {"bid": "?"})
    for _time in range(2):
        yield asked(ask, "post", at(game, "notes"), {"text": "x"}, **{"Idempotency-Key": "k"})
    yield asked(nobody, "get", me)
    yield asked(ask, "get", at("nothing"))


def test_what_is_named_is_sent_and_what_is_sent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: any entry of the tables left out."""
    users, game = table_of(3)
    ask, seen = client(users[0]), set()
    found = list(answers(ask, client(), game))
    monkeypatch.setattr(PersonThrottle, "allow_request", lambda *_all: False)
    monkeypatch.setattr(PersonThrottle, "wait", lambda _self: 7.0)
    found.append(("get", f"{ROOT}/me", ask.get(f"{ROOT}/me")))
    for method, address, answer in found:
        where = f"{method} {address}: {answer.status_code}"
        _path, operation = operation_at(method, address)
        check_headers(operation["responses"][str(answer.status_code)], answer, where)
        seen |= set(HEADERS) & set(answer.headers)
    assert seen == set(HEADERS)


def test_a_list_that_goes_on_says_that_it_has_a_link() -> None:
    shapes = schema()["components"]["schemas"]
    for method, path, operation in operations():
        for media in operation["responses"].get("200", {}).get("content", {}).values():
            name = media["schema"].get("$ref", "").rpartition("/")[2]
            if "next" in shapes.get(name, {}).get("properties", {}):
                assert "Link" in operation["responses"]["200"]["headers"], (method, path)
