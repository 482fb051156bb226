"""Games over a broker of one's own: a publisher here, workers as processes of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from celery import Celery
from django.conf import settings
from django.db import connection

from accounts.models import User
from games.models import Game, LogEntry
from tests import brokers
from tests.games.making import bid, fresh
from tests.worker import WorkerProcess
from tideweb.environment import broker_string, connection_string, transport_options

QUEUE = "of-these-tests"
LOST_AFTER = 2  # seconds until a broker that has to guess takes a task for lost


class EmbeddedBroker(brokers.Broker):
    """The queues in the test database itself."""

    url = "pgmq://"

    def start(self) -> None:
        pass

    def stop(self) -> None:
        raise AssertionError("Without the database nothing is accepted at all.")

    def flush(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pgmq.purge_queue(queue_name) FROM pgmq.list_queues()")


def embedded_or_named(kind: str) -> brokers.Broker | None:
    """That of the database, or one that the environment names; nothing if one must be started."""
    if kind == "pgmq":
        return EmbeddedBroker()
    named = os.environ.get({"redis": "REDIS_URL", "rabbitmq": "AMQP_URL"}[kind])
    return brokers.Named(named, QUEUE) if named else None


@contextmanager
def own_server(kind: str) -> Iterator[brokers.Process]:
    """One that may be stopped, whatever the environment names."""
    binary = brokers.redis_binary() if kind == "redis" else brokers.rabbitmq_binary()
    if binary is None:  # named, but not installed: skipped as loudly as if there were none
        pytest.skip(brokers.REDIS_REMEDY if kind == "redis" else brokers.RABBITMQ_REMEDY)
    made = brokers.RedisProcess if kind == "redis" else brokers.RabbitProcess
    server = made(binary, QUEUE)
    try:
        server.start()
        yield server
    finally:
        server.remove()


def publisher(url: str) -> Celery:
    """What a web process would publish by, if `url` were its CELERY_BROKER_URL."""
    app = Celery("publisher", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    options = transport_options(url, settings.VISIBILITY_SECONDS)
    if url == "pgmq://":
        options["conn_string"] = broker_string(settings.DATABASES["default"])
    app.conf.update(broker_url=url, broker_transport_options=options, task_default_queue=QUEUE)
    return app


@contextmanager
def worker(url: str, sweep: float = 0, *, wait: bool = True) -> Iterator[WorkerProcess]:
    """A worker on that broker which sweeps every so many seconds (0: never)."""
    process = WorkerProcess(
        settings.DATABASES["default"],
        QUEUE,
        CELERY_BROKER_URL=url,
        SWEEP_SECONDS=str(sweep),
        BROKER_VISIBILITY_SECONDS=str(LOST_AFTER),
    )
    try:
        process.start() if wait else process.begin()
        yield process
    finally:
        process.kill()


def all_bid(game: Game, users: list[User]) -> None:
    for user in users:
        bid(game, user)


def reached(game: Game, hand_number: int) -> bool:
    return fresh(game).hand_number >= hand_number


@contextmanager
def log_closed() -> Iterator[None]:
    """Nobody can write to any game's log: whoever resolves a hand is stuck in the middle of it.

    Bids are accepted meanwhile, since nobody may see in a log who has bid.
    """
    with psycopg.connect(connection_string(settings.DATABASES["default"])) as other:
        other.execute(f"LOCK TABLE {LogEntry._meta.db_table} IN SHARE MODE")
        yield
