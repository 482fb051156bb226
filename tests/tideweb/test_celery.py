import time

import pytest
from celery.worker.consumer import Consumer
from django.db import connection

from accounts.operation import heartbeats
from tests.worker import WorkerProcess, end_other_sessions
from tideweb.celery import app, leave_out_delayed_delivery
from tideweb.management.commands.up import declare_queues


def test_keeps_what_a_killed_worker_had() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.accept_content == ["json"]
    assert app.conf.result_backend is None


def test_does_not_close_the_connection_around_every_task() -> None:
    assert app.conf.get("CELERY_DB_REUSE_MAX", 0) > 1000


def test_a_worker_makes_no_queues_that_nobody_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = list(Consumer.Blueprint.default_steps)
    monkeypatch.setattr(Consumer.Blueprint, "default_steps", steps)
    leave_out_delayed_delivery()
    assert steps
    assert not [step for step in steps if "delay" in step.lower()]


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_takes_a_task_from_the_broker(celery_worker_process: WorkerProcess) -> None:
    wait_for_a_pulse(celery_worker_process)


@pytest.mark.django_db(transaction=True)
def test_a_worker_heals_after_the_database_dropped_its_connections(
    celery_worker_process: WorkerProcess,
) -> None:
    # Several times, since what broke once was the second round: a pool of which more than one
    # connection was dead, and a channel closed by an attempt before.
    for _ in range(4):
        wait_for_a_pulse(celery_worker_process)
        end_other_sessions()
    wait_for_a_pulse(celery_worker_process)


def wait_for_a_pulse(worker: WorkerProcess) -> None:
    """Asks for it once a second, as beat does again and again: the task that finds its line to the
    database broken, just after another had used it, is lost.
    """
    heartbeats.forget(heartbeats.PULSE)
    asked: list[float] = []

    def heard() -> object:
        if not asked or time.monotonic() - asked[-1] > 1:
            asked.append(time.monotonic())
            app.send_task("tideweb.pulse")
        return heartbeats.last(heartbeats.PULSE)

    worker.until(heard)


@pytest.mark.django_db(transaction=True)
def test_who_only_sends_does_not_listen_to_what_is_sent() -> None:
    """Nobody would hear it, and the database could write no more to that connection one day."""
    end_other_sessions()
    for _ in range(3):
        app.send_task("tideweb.pulse")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT query FROM pg_stat_activity "
            "WHERE datname = current_database() AND query LIKE 'LISTEN%q_celery%'"
        )
        assert cursor.fetchall() == []


@pytest.mark.django_db(transaction=True)
def test_a_queue_that_is_there_is_declared_without_holding_up_anybody() -> None:
    """Each process does so when it begins; the trigger of the queue is then left alone."""
    trigger = "SELECT oid FROM pg_trigger WHERE tgname LIKE 'trigger_notify%' ORDER BY oid"
    declared = []
    with connection.cursor() as cursor:
        for _process in range(2):
            declare_queues()
            cursor.execute(trigger)
            declared.append(cursor.fetchall())
    assert declared[0] == declared[1] != []
