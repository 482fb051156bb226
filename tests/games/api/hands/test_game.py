"""The table, the log and a resolved hand: what they say."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games import selectors
from games.services.lobby import tables
from tests.games.api.asking import at, client, good, problem
from tests.games.making import bid, bid_all, fresh, legal, person, table_of

pytestmark = pytest.mark.django_db


def test_a_seat_sees_its_cards_and_what_it_may_answer() -> None:
    users, game = table_of(3)
    bid(game, users[1])
    found = good(client(users[0]).get(at(game)))

    assert found["observation"] == selectors.observations.observation_for(fresh(game), 0)
    assert found["observation"]["you"]["seat"] == found["seat"] == 0
    assert found["legal"] == sorted(legal(game, 0))
    assert found["open_hand"]["answered"] == [1]
    assert found["open_hand"]["awaiting"] == [0, 1, 2]
    assert found["deadline"] == found["open_hand"]["deadline"]
    assert found["own_bid"] is None
    assert found["commitment"] == game.commitment


def test_anybody_sees_the_public_table_as_a_spectator() -> None:
    game = table_of(3)[1]
    for ask in (client(), client(person("Wim"))):
        found = good(ask.get(at(game)))
        assert found["observation"] == fresh(game).table
        assert "you" not in found["observation"]
        own = ("seat", "policy", "own_bid", "link")
        assert [found[name] for name in own] == [None] * 4
        assert found["legal"] == []


def test_a_table_that_waits_has_no_observation() -> None:
    game = tables.make_table(person(), tables.TableSettings(name="Texel", seats=3))
    found = good(client().get(at(game)))

    assert (found["state"], found["observation"], found["open_hand"]) == ("open", None, None)
    assert found["free"] == 2


def test_the_log_goes_on_from_a_number() -> None:
    game = table_of(3)[1]
    for _hand in range(2):
        bid_all(game)
    ask = client()
    found = good(ask.get(at(game, "log")))
    assert [entry["number"] for entry in found["entries"]] == list(range(1, found["last"] + 1))
    kinds = [entry["kind"] for entry in found["entries"]]
    assert kinds == ["made", "joined", "joined", "joined", "started", "hand", "hand"]
    assert found["entries"][0]["bids"] == []
    assert [made["seat"] for made in found["entries"][-1]["bids"]] == [0, 1, 2]

    rest = good(ask.get(at(game, "log"), {"after": found["last"] - 1}))
    assert rest["entries"] == found["entries"][-1:]
    answer = ask.get(at(game, "log"), {"limit": 2})
    assert len(good(answer)["entries"]) == 2
    assert "after=2" in answer["Link"]
    assert "Link" not in ask.get(at(game, "log")).headers


def test_a_resolved_hand_is_told_with_the_table_before_and_after() -> None:
    _users, game = table_of(3)
    before, cards = fresh(game).table, [legal(game, seat)[0] for seat in range(3)]
    bid_all(game)
    found = good(client().get(at(game, "hands", 1)))

    assert (found["before"], found["after"]) == (before, fresh(game).table)
    assert [(made["seat"], made["bid"]) for made in found["bids"]] == list(enumerate(cards))
    assert found["events"]
    assert (found["missed"], found["trigger"], found["stage"]) == ([], "bids", 1)


@pytest.mark.parametrize("number", [0, 1, 2, 999_999_999])
def test_a_hand_that_is_not_resolved_is_not_told(number: int) -> None:
    game = table_of(3)[1]
    told = problem(client().get(at(game, "hands", number)), 404, "no_hand")
    assert "hasn’t been turned yet" in told["detail"]


def client_of(user: Any) -> APIClient:
    made = APIClient()
    made.force_authenticate(user)
    return made


def test_a_game_costs_the_same_in_any_hand(django_assert_max_num_queries: Any) -> None:
    users, game = table_of(3)
    for ways in ((at(game), 9), (at(game, "log"), 8)):
        way, most = ways
        for _time in range(2):
            with django_assert_max_num_queries(most):
                good(client_of(users[0]).get(way))
            bid_all(game)
