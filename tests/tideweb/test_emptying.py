"""A test that commits leaves nothing to the next one (tests/emptying.py)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase

from accounts.models import ModerationEntry, User
from games.models import Game
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.emptying import Emptying
from tests.games.making import bid_all, people, running

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_written_is_gone_and_what_was_there_stays() -> None:
    emptying = Emptying()
    kept = set(Permission.objects.values_list("pk", flat=True))
    bid_all(running(people(3)))

    assert emptying.empty()
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert set(Permission.objects.values_list("pk", flat=True)) == kept
    assert Group.objects.count() == 3


def test_counts_of_attempts_are_gone_too() -> None:
    """Otherwise a later test would meet a rate limit that others have used up."""
    emptying = Emptying()
    cache.set("attempts", 10)

    assert emptying.empty()
    assert cache.get("attempts") is None


def test_it_keeps_off_what_it_could_not_bring_back() -> None:
    emptying = Emptying()
    Group.objects.get(name="helper").permissions.clear()
    people(1)

    assert not emptying.empty()
    assert User.objects.count() == 1


def test_a_request_that_still_runs_is_waited_for_though_it_waits_for_us() -> None:
    emptying = Emptying()
    people(1)
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("LOCK TABLE games_hand IN ROW EXCLUSIVE MODE")
        with ThreadPoolExecutor(1) as threads:
            done = threads.submit(_meets, other, _process())
            with connection.cursor() as cursor:
                # Ours is the one that is ended. PostgreSQL looks once in each wait, so by then the
                # other must be waiting as well, which took longer than 10 ms on a busy machine.
                cursor.execute("SET deadlock_timeout = '1s'")
            assert emptying.empty()
            done.result()
    assert not User.objects.exists()


def _meets(other: psycopg.Connection[Any], us: int) -> None:
    """Takes, once we wait, what we have locked by then."""
    waits = "SELECT count(*) FROM pg_locks WHERE pid = %s AND NOT granted"
    other.execute("SET deadlock_timeout = '10s'")
    while other.execute(waits, [us]).fetchone() == (0,):
        pass
    other.execute("LOCK TABLE accounts_user IN ROW EXCLUSIVE MODE")
    other.commit()


def test_the_log_of_the_moderators_goes_too_though_nobody_may_delete_from_it() -> None:
    emptying = Emptying()
    game = running(people(3))
    execution.carry_out(staff(), "extend", game.code, CommandInput("asked", hours=12))

    assert emptying.empty()
    assert not ModerationEntry.objects.exists()
    assert not User.objects.exists()


def test_afterwards_all_groups_are_as_migrations_make_them() -> None:
    """Whatever the tests before this one did."""
    assert Group.objects.get(name="helper").permissions.count() == 1
    assert not User.objects.exists()
    assert not ModerationEntry.objects.exists()


def _process() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


_of_the_first: list[int] = []


def test_a_connection_stays_for_the_next_test_but_no_setting_of_it() -> None:
    _of_the_first[:] = [_process()]
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '77ms'")


def test_its_settings_are_reset_as_the_test_ends_whatever_comes_next() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '77ms'")
        # Django's stubs don't know this private name.
        assert not TransactionTestCase()._should_reload_connections()  # type: ignore[attr-defined]
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone()[0] != "77ms"


def test_it_has_stayed_and_is_as_a_new_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone()[0] != "77ms"
    assert _of_the_first in ([], [_process()])  # nothing if this test runs alone


def test_one_that_somebody_has_ended_is_replaced_before_the_next_test() -> None:
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [_process()])
    TransactionTestCase._fixture_setup()  # type: ignore[attr-defined]
    assert _process()
