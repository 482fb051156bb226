"""The lengths of the broker's queues, for any broker."""

import logging
from typing import Any

from kombu.transport import virtual

from tideweb.celery import app

log = logging.getLogger(__name__)
QUEUES: tuple[str, ...] = tuple(app.conf["task_queues"])


def queue_lengths() -> dict[str, int]:
    """The number of messages in each of our queues, without those that the broker doesn't tell."""
    found: dict[str, int] = {}
    try:
        with app.connection_for_read() as line:
            line.ensure_connection(max_retries=1, timeout=2)
            for name in QUEUES:
                found[name] = _length(line.default_channel, name)
    except Exception as error:  # noqa: BLE001 – each broker's client raises its own
        log.warning("Some lengths of the broker's queues are unknown: %s", type(error).__name__)
    return found


def _length(channel: Any, name: str) -> int:
    """`channel`: its class depends on the transport."""
    if isinstance(channel, virtual.Channel):
        # These declare the queue even if `passive` is set; that of PostgreSQL alters its table for
        # that and waits for everybody who uses it.
        return int(channel._size(name))
    return int(channel.queue_declare(name, passive=True).message_count)
