"""What lay about longer than its sender waited is refused, and nothing of it is done."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Bid, Game
from tests.answers import Answer
from tests.games.making import legal, table_of
from tideweb.stale_requests import PATIENCE

Give = Callable[[Client, Game, dict[str, str]], HttpResponse]

pytestmark = pytest.mark.django_db


def waited(seconds: float) -> dict[str, str]:
    return {"X-Request-Start": f"t={time.time() - seconds:.3f}"}


def by_page(client: Client, game: Game, headers: dict[str, str]) -> Answer:
    data = {"hand": 1, "bid": legal(game, 0)[0]}
    return client.post(f"/g/{game.code}/bid/", data, headers=headers)


def by_api(client: Client, game: Game, headers: dict[str, str]) -> Answer:
    address = f"/api/v1/games/{game.code}/hands/1/bid"
    data = {"bid": legal(game, 0)[0]}
    return client.put(address, data, content_type="application/json", headers=headers)


@pytest.mark.parametrize("give", [by_page, by_api])
def test_a_bid_that_its_sender_gave_up_is_not_placed(client: Client, give: Give) -> None:
    users, game = table_of(3)
    client.force_login(users[0])

    refused = give(client, game, waited(PATIENCE + 1))
    assert (refused.status_code, refused["Retry-After"]) == (503, "2")
    assert "othing" in refused.content.decode()
    assert not Bid.objects.exists()

    assert give(client, game, waited(PATIENCE - 5)).status_code < 400
    assert Bid.objects.count() == 1


def test_the_api_names_it(client: Client) -> None:
    refused = client.post("/api/v1/token", headers=waited(PATIENCE + 1))
    assert refused.json()["code"] == "busy"


@pytest.mark.parametrize("text", ["", "t=", "t=nan", "soon", "t=-inf", "t=1e400"])
def test_what_is_no_moment_is_not_believed(client: Client, text: str) -> None:
    assert client.post("/account/login/", {}, headers={"X-Request-Start": text}).status_code == 200


def test_a_page_is_shown_however_late(client: Client) -> None:
    assert client.get("/account/login/", headers=waited(1000)).status_code == 200
