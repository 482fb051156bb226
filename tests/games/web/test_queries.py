"""A page costs the same number of queries however much there is to show."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.fast_forward import fast_forward
from tests.games.making import bid, bid_all, people, running, table_of
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db

MOST = {"/": 10, "/games/": 9, "/games/?show=mine": 8, "/moves/": 16}


def fill(users: list[User]) -> None:
    for number in range(3):
        tables.make_table(users[0], TableSettings(name=f"Open {number}"))
        bid(running(users, name=f"Running {number}"), users[0])
        bid_all(running(users, name=f"Due {number}"))


def test_lists(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    users = people(3)
    fill(users)
    client, few = browser(users[0]), {}
    for path, most in MOST.items():
        with django_assert_max_num_queries(most, info=path) as asked:
            page(client, path)
        few[path] = len(asked)
    fill(users)
    for path, most in few.items():
        with django_assert_max_num_queries(most, info=path):
            page(client, path)


@pytest.mark.parametrize("hands", [2, 14])
def test_games(hands: int, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    users, game = table_of(4)
    for _ in range(hands):
        bid_all(game)
    client = browser(users[0])
    page(client, f"/g/{game.code}/")
    for path, most in ((f"/g/{game.code}/", 20), (f"/g/{game.code}/hand/2/", 16)):
        with django_assert_max_num_queries(most):
            page(client, path)


def test_a_finished_game(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    users = people(3)
    over: Game = fast_forward(running(users))
    client = browser(users[0])
    for path in ("", "replay/3/", "record.json"):
        with django_assert_max_num_queries(13):
            client.get(f"/g/{over.code}/{path}")
