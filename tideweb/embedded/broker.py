"""The kombu transport for the broker `pgmq://` (registered in tideweb.celery)."""

from __future__ import annotations

from typing import Any, cast

from kombu.transport import pgmq


class Channel(pgmq.Channel):
    """kombu's channel, except that existing notification triggers are left alone.

    kombu recreates the trigger of a queue in every process that declares it. That locks the queue
    against everybody else, and two processes that start together deadlock.
    """

    def _maybe_enable_notify(self, queue: str, queue_name: str | None = None) -> None:
        name = queue_name or self._queue_name(queue)
        wanted = (name, self.notify_throttle_interval_ms)
        told = self.pgmq.list_notify_throttles()
        if wanted in [(each.queue_name, each.throttle_interval_ms) for each in told]:
            cast(Transport, self.connection)._register_notify_queue(name)
        else:
            super()._maybe_enable_notify(queue, queue_name)


class Transport(pgmq.Transport):
    """kombu's transport, except that connections are checked before use and only consumers listen.

    A database restart breaks several connections of a pool at once. kombu would run into one after
    another, retries only once, and then continues with a channel that it has closed itself.
    """

    Channel = Channel

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unheard: set[str] = set()

    def _get_pgmq_client(self) -> Any:
        client = super()._get_pgmq_client()
        if client.pool is not None:
            client.pool.check()
        return client

    def _register_notify_queue(self, queue_name: str) -> None:
        """Defers LISTEN until the queue is actually consumed.

        kombu makes producers listen too, but they never read: after some thousand messages the
        database's end of such a connection blocks on writing for good, and with it everything that
        waits for all backends, such as dropping a database.
        """
        self._unheard.add(queue_name)

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> Any:
        while self._unheard:
            super()._register_notify_queue(self._unheard.pop())
        return super().drain_events(connection, timeout=timeout, **kwargs)
