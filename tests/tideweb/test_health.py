from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.operation import database_errors, heartbeats
from tests.full_disk import full_disk
from tests.games.making import table_of
from tideweb.tasks import pulse

pytestmark = pytest.mark.django_db


def test_says_ok_when_the_database_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]


def test_refuses_other_methods(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.post("/healthz/worker").status_code == 405


def test_the_worker_is_well_while_its_pulse_is_young(client: Client) -> None:
    heartbeats.note(heartbeats.PULSE, timezone.now() - timedelta(seconds=100))
    assert client.get("/healthz/worker").status_code == 200


def test_an_old_pulse_is_an_alarm(client: Client) -> None:
    heartbeats.note(heartbeats.PULSE, timezone.now() - timedelta(seconds=200))
    assert client.get("/healthz/worker").status_code == 503


def test_no_pulse_is_an_alarm(client: Client) -> None:
    answer = client.get("/healthz/worker")
    assert (answer.status_code, answer.content) == (503, b"no pulse from beat and worker\n")


def test_a_database_that_takes_no_changes_is_not_taken_for_a_dead_worker(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    answer = client.get("/healthz/worker")
    assert (answer.status_code, answer.content) == (503, b"the database takes no changes\n")


def test_a_full_disk_is_not_taken_for_a_dead_worker(client: Client) -> None:
    with full_disk():
        pulse()
        answer = client.get("/healthz/worker")
    assert (answer.status_code, answer.content) == (503, b"the disk of the database is full\n")


def test_whether_there_is_room_is_asked_of_the_disk() -> None:
    """What PostgreSQL could do in memory would say nothing of it."""
    with connection.cursor() as cursor:
        cursor.execute(database_errors.LITTLE_MEMORY)
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {database_errors.FILE_WRITTEN}")
        assert any("temp" in line and "written=" in line for (line,) in cursor.fetchall())


def test_the_pulse_does_not_depend_on_the_cache(client: Client) -> None:
    """While Redis is away, each process has a cache of its own."""
    pulse()
    cache.clear()
    assert client.get("/healthz/worker").status_code == 200


def test_hands_that_fail_are_counted_there(client: Client) -> None:
    heartbeats.note(heartbeats.PULSE, timezone.now())
    game = table_of(3)[1]
    assert client.get("/healthz/worker").content == b"ok\n"
    game.hands.update(failures=2, failed_with="IntegrityError", retry_at=timezone.now())
    answer = client.get("/healthz/worker")
    assert (answer.status_code, answer.content) == (200, b"ok; hands set aside after errors: 1\n")
