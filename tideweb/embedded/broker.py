"""What kombu calls a transport, for the broker `pgmq://` (tideweb.celery says so)."""

from __future__ import annotations

from typing import Any, cast

from kombu.transport import pgmq


class Channel(pgmq.Channel):
    """kombu's, except that a queue that tells of its messages already is left alone.

    kombu makes the trigger of each queue anew in each process that declares it.  That locks the
    queue against all others, and two processes that begin at once lock each other.
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
    """kombu's, except that connections are looked at before they are used, and that only readers
    listen.

    A restart of the database breaks several of a pool at once. kombu would meet them one after the
    other, tries once more only, and then goes on with a channel that it has closed itself.
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
        """Only whoever reads a queue listens to it.

        kombu has the senders listen, too, who never hear it: after some thousand messages the
        database's end of such a connection is stuck in writing for good, and with it whatever has
        to wait for all backends, such as dropping a database.
        """
        self._unheard.add(queue_name)

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> Any:
        while self._unheard:
            super()._register_notify_queue(self._unheard.pop())
        return super().drain_events(connection, timeout=timeout, **kwargs)
