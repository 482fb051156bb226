"""A table that somebody has locked for long, as a transaction that hangs does, stops nobody from
finding another.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction

from accounts.models import User
from accounts.people import own_bots
from games.catalogue import DEFAULT
from games.models import Game
from games.services import wake_workers
from games.services.lobby import matching, sandbox, tables
from games.services.lobby.tables import TableSettings
from tests.accounts.making import member
from tests.games.making import people
from tests.games.services.crossing import Beside
from tideweb.environment import connection_string

pytestmark = pytest.mark.django_db(transaction=True)
WISH = TableSettings(name="Texel", seats=3, visibility="public")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '200ms'")
        yield
        cursor.execute("RESET lock_timeout")


@contextmanager
def stuck(game: Game) -> Iterator[None]:
    with psycopg.connect(connection_string(settings.DATABASES["default"])) as other:
        other.execute("SELECT FROM games_game WHERE id = %s FOR NO KEY UPDATE", [game.pk])
        yield


def test_another_one_is_found() -> None:
    marit, joost, ute = people(3)
    first, second = (tables.make_table(user, WISH) for user in (marit, joost))
    with stuck(first):
        assert matching.find(ute, WISH) == second


def test_if_there_is_no_other_one_it_is_made() -> None:
    marit, ute = people(2)
    with stuck(tables.make_table(marit, WISH)):
        assert matching.find(ute, WISH).maker == ute


def test_whoever_finds_it_while_something_is_done_there_sits_down_after_that() -> None:
    marit, joost, ute = people(3)
    game = tables.make_table(marit, WISH)
    with transaction.atomic():
        tables.join(joost, game.code)
        beside = Beside(lambda: matching.find(ute, WISH))
        beside.until_it_waits()
    assert beside.result() == game


def test_a_bot_comes_into_the_sandbox_while_something_is_done_there() -> None:
    first, second = (bot_of(member(name)) for name in ("Marit", "Joost"))
    game = sandbox.enter(first, DEFAULT)
    with transaction.atomic():
        tables.set_policy(first, game.code, "highest", strict_mail=False)
        beside = Beside(lambda: sandbox.enter(second, DEFAULT))
        beside.until_it_waits()
    assert beside.result() == game


def test_a_bot_in_the_sandbox_does_not_wait_for_it_either() -> None:
    first, second = (bot_of(member(name)) for name in ("Marit", "Joost"))
    with stuck(sandbox.enter(first, DEFAULT)):
        assert sandbox.enter(second, DEFAULT).maker == second


def bot_of(owner: User) -> User:
    return own_bots.make(owner, f"Of {owner.name}")[0].user
