"""The hands that wait for me."""

from typing import Any

import pytest

from games.selectors.lobby import lists
from tests.games.api.asking import ROOT, client, good
from tests.games.making import bid, people, running

pytestmark = pytest.mark.django_db


def test_the_hands_that_wait_for_me() -> None:
    users = people(3)
    first, second = running(users), running(users, name="Texel")
    ask = client(users[0])
    found = good(ask.get(f"{ROOT}/me/moves"))["moves"]
    assert [(move["code"], move["hand"], move["seat"]) for move in found] == [
        (first.code, 1, 0),
        (second.code, 1, 0),
    ]
    bid(first, users[0])

    assert [m["code"] for m in good(ask.get(f"{ROOT}/me/moves"))["moves"]] == [second.code]
    assert good(ask.get(f"{ROOT}/me"))["moves_due"] == 1


def test_hands_that_are_answered_take_no_place_from_those_that_wait() -> None:
    users = people(3)
    first, second = running(users), running(users, name="Texel")
    bid(first, users[0])
    (due,) = lists.hands_of(users[0], limit=1)
    assert (due.game.code, due.mine) == (second.code, True)


def test_my_moves_cost_the_same_for_one_and_for_eight(
    django_assert_max_num_queries: Any,
) -> None:
    users = people(3)
    ask = client(users[0])
    for games in (1, 7):
        for _game in range(games):
            running(users)
        with django_assert_max_num_queries(9):
            good(ask.get(f"{ROOT}/me/moves"))
