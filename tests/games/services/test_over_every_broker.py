"""Bids and workers over the real brokers: a broker in trouble costs speed, never a hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from typing import Any

import pytest

from games.models import Bid, Hand
from games.services import wake_workers
from tests import brokers
from tests.games.making import hand_of, people, running, table_of
from tests.games.services.carrying import (
    QUEUE,
    EmbeddedBroker,
    all_bid,
    embedded_or_named,
    log_closed,
    own_server,
    publisher,
    reached,
    worker,
)
from tests.waiting import somebody_waits_for_a_lock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
SOON = 10.0  # seconds; half of what the next sweep might take, on the slowest machine

redis = pytest.param("redis", marks=pytest.mark.redis)
rabbitmq = pytest.param("rabbitmq", marks=pytest.mark.rabbitmq)


Servers = Callable[[str], brokers.Process]


@pytest.fixture(scope="module")
def own_servers() -> Iterator[Servers]:
    """Started when first asked for, for all tests of this file: RabbitMQ takes longer than they."""
    with ExitStack() as stack:
        yield cache(lambda kind: stack.enter_context(own_server(kind)))


@pytest.fixture(params=["pgmq", redis, rabbitmq])
def broker(
    request: pytest.FixtureRequest, own_servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> brokers.Broker:
    """Of each kind one, with nothing in it."""
    found = embedded_or_named(request.param) or own_servers(request.param)
    found.start()
    found.flush()
    use(found, monkeypatch)
    return found


@pytest.fixture(params=[redis, rabbitmq])
def own_broker(
    request: pytest.FixtureRequest, own_servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> brokers.Process:
    """One that may be stopped, whatever the environment names."""
    found = own_servers(request.param)
    found.start()
    found.flush()
    use(found, monkeypatch)
    return found


def use(broker: brokers.Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake_workers, "current_app", publisher(broker.url))
    monkeypatch.setattr(wake_workers.BrokerPause, "until", 0.0)


def test_messages_alone_resolve_and_survive_a_killed_worker(broker: brokers.Broker) -> None:
    """Without any sweep: a game of three goes on, and a task lost in its middle comes back."""
    users, game = table_of(3)
    with worker(broker.url) as first:
        for number in (1, 2, 3):
            all_bid(game, users)
            first.until(partial(reached, game, number + 1), SOON)
        with log_closed():
            all_bid(game, users)
            first.until(somebody_waits_for_a_lock, SOON)
            first.kill()
        assert hand_of(game).state == Hand.State.READY
    with worker(broker.url) as second:
        second.until(lambda: reached(game, 5), 60)
    assert game.log.filter(kind="hand").count() == 4


def test_a_broker_that_forgot_everything_costs_one_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is away when they bid has forgotten as much, see below; this one is never away."""
    broker = EmbeddedBroker()
    use(broker, monkeypatch)
    users, game = table_of(3)
    all_bid(game, users)
    broker.flush()

    with worker(broker.url, sweep=0.5) as sweeping:
        sweeping.until(lambda: reached(game, 2))


def test_a_broker_that_was_restarted_gets_the_next_task(own_broker: brokers.Process) -> None:
    users = people(3)
    game = running(users)  # over a connection that the restart makes stale
    own_broker.stop()
    own_broker.start()
    all_bid(game, users)

    wanted = ("games.tasks.resolve_hand", f"({hand_of(game).pk},)")
    reader = publisher(own_broker.url)
    named: Any = reader.amqp.queues[QUEUE]  # with its arguments, which a name alone would lack
    with reader.connection_for_read() as there:
        queue = there.SimpleQueue(named)
        got = None
        while got != wanted:  # `get` fails if nothing comes
            headers = queue.get(timeout=SOON).headers
            got = headers["task"], headers["argsrepr"]


def test_bids_are_accepted_and_resolved_while_the_broker_is_away(
    own_broker: brokers.Process, caplog: pytest.LogCaptureFixture
) -> None:
    """Also by a worker that starts meanwhile; and once it is back, messages arrive again."""
    users, game = table_of(3)
    own_broker.stop()
    assert not own_broker.listens()
    begun = time.monotonic()
    all_bid(game, users)
    assert time.monotonic() - begun < SOON
    assert Bid.objects.count() == 3
    assert "the sweep will do it" in caplog.text

    with worker(own_broker.url, sweep=0.5, wait=False) as sweeping:
        sweeping.until(lambda: reached(game, 2), 60)


@pytest.mark.redis
def test_a_frozen_broker_holds_up_one_bid_for_a_moment_and_the_next_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users, game = table_of(3)
    with own_server("redis") as server:
        assert isinstance(server, brokers.RedisProcess)
        use(server, monkeypatch)
        wake_workers.deliver()  # it is known and connected
        server.freeze()
        begun = time.monotonic()
        all_bid(game, users)
        first = time.monotonic() - begun
        wake_workers.deliver()
        assert time.monotonic() - begun - first < 1
    assert first < 2 * SOON
    assert hand_of(game).state == Hand.State.READY
