"""What kombu calls a transport, for the broker `pgmq://` (tideweb.celery says so)."""

from __future__ import annotations

from kombu.transport import pgmq


class Transport(pgmq.Transport):  # type: ignore[misc]  # kombu has no types
    """kombu's, except that connections are looked at before they are used.

    A restart of the database breaks several of a pool at once. kombu would meet them one after the
    other, tries once more only, and then goes on with a channel that it has closed itself.
    """

    def _get_pgmq_client(self) -> pgmq.PGMQueue:
        client = super()._get_pgmq_client()
        if client.pool is not None:
            client.pool.check()
        return client
