"""What kombu calls a transport, for the broker `pgmq://` (tideweb.celery says so)."""

from __future__ import annotations

from typing import Any

from kombu.transport import pgmq


class Transport(pgmq.Transport):
    """kombu's, except that connections are looked at before they are used, and that only readers
    listen.

    A restart of the database breaks several of a pool at once. kombu would meet them one after the
    other, tries once more only, and then goes on with a channel that it has closed itself.
    """

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
