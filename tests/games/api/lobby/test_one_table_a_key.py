"""`POST games` with an Idempotency-Key: a request that is sent again makes no second table.

Planted: without the second try in `made_once`, one of two at once fails; without the comparison of
what was wished, another wish is answered by the first table; with the key ignored, there are two.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from accounts.models import User
from games.api.idempotency import answered_once
from games.models import Game, IdempotencyKey
from games.services.hands import idempotency_keys
from games.services.lobby import tables
from tests.games.api.asking import ROOT, at, client, good, problem
from tests.games.making import hand_of, legal, person, running

pytestmark = pytest.mark.django_db
WISH: dict[str, Any] = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}
KEY = {"Idempotency-Key": "6f2c-1"}


def test_the_same_wish_is_one_table_which_stands_as_it_does_now() -> None:
    api = client(person())
    first = good(api.post(f"{ROOT}/games", WISH, headers=KEY), 201)
    tables.join(person("Joost"), first["code"])
    again = api.post(f"{ROOT}/games", dict(reversed(WISH.items())), headers=KEY)
    second = good(again, 201)
    assert (second["code"], second["free"]) == (first["code"], 1)
    assert again["Location"].endswith(at(first["code"]))
    assert Game.objects.count() == 1


def test_without_a_key_there_are_two_and_two_people_may_have_the_same() -> None:
    apis = [client(person()), client(person("Joost"))]
    codes = {good(api.post(f"{ROOT}/games", WISH, headers=KEY), 201)["code"] for api in apis}
    codes.add(good(apis[0].post(f"{ROOT}/games", WISH), 201)["code"])
    assert len(codes) == 3


def test_another_wish_is_refused_and_a_key_that_is_none() -> None:
    api = client(person())
    good(api.post(f"{ROOT}/games", WISH, headers=KEY), 201)
    other = api.post(f"{ROOT}/games", {**WISH, "name": "Sylt"}, headers=KEY)
    problem(other, 422, "key_reused")
    problem(api.post(f"{ROOT}/games", WISH, headers={"Idempotency-Key": "a b"}), 400, "bad_key")
    assert Game.objects.count() == 1


def test_a_wish_that_was_refused_leaves_the_key_free() -> None:
    api = client(person())
    problem(api.post(f"{ROOT}/games", {**WISH, "seats": 9}, headers=KEY), 400, "bad_seats")
    assert not IdempotencyKey.objects.exists()
    good(api.post(f"{ROOT}/games", WISH, headers=KEY), 201)


def test_a_key_of_a_bid_makes_no_table_and_that_of_a_table_no_bid() -> None:
    marit = person()
    game = running([marit, person("Joost"), person("Aoife")])
    api, way = client(marit), at(game, "hands", hand_of(game).number, "bid")
    bid = {"bid": legal(game, 0)[0]}
    good(api.put(way, bid, headers=KEY))
    problem(api.post(f"{ROOT}/games", WISH, headers=KEY), 422, "key_reused")
    good(api.post(f"{ROOT}/games", WISH, headers={"Idempotency-Key": "b"}), 201)
    problem(api.put(way, bid, headers={"Idempotency-Key": "b"}), 422, "key_reused")


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_instant_are_one() -> None:
    marit = person()

    def ask(make: Callable[[], str]) -> str:
        return idempotency_keys.made_once(marit, "k", WISH, make)

    assert set(two_at_once(marit, ask)) == {Game.objects.get().code}


@pytest.mark.django_db(transaction=True)
def test_both_are_told_of_the_one_that_is_there() -> None:
    """What the second made beside the first is rolled back, so it may not be told of that."""
    marit = person()
    request = Request(APIRequestFactory().post("/", WISH, headers=KEY), parsers=[JSONParser()])
    request.user = marit

    def ask(make: Callable[[], str]) -> str:
        view = answered_once(lambda _self, _request: Response({"code": make()}, 201))
        return str(view(None, request).data["code"])

    assert set(two_at_once(marit, ask)) == {Game.objects.get().code}


def two_at_once(marit: User, ask: Callable[[Callable[[], str]], str]) -> list[str]:
    """The codes that two are told of who both find that the key is new."""
    both = threading.Barrier(2)

    def make() -> str:
        both.wait(10)
        return tables.make_table(marit, tables.TableSettings(**WISH)).code

    def one(_number: int) -> str:
        try:
            return ask(make)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, range(2)))
