"""The length of the broker's queue, for any broker."""

import logging
from typing import Any

from kombu.transport import virtual

from tideweb.celery import app

log = logging.getLogger(__name__)


def queue_length() -> int | None:
    """The number of messages in our task queue; None if the broker doesn't answer."""
    try:
        with app.connection_for_read() as line:
            line.ensure_connection(max_retries=1, timeout=2)
            name: str = app.conf.task_default_queue
            channel: Any = line.default_channel  # its class depends on the transport
            if isinstance(channel, virtual.Channel):
                # These declare the queue even if `passive` is set; that of PostgreSQL alters its
                # table for that and waits for everybody who uses it.
                return int(channel._size(name))
            return int(channel.queue_declare(name, passive=True).message_count)
    except Exception as error:  # noqa: BLE001 – each broker's client raises its own
        log.warning("The broker's queue length is unknown: %s", type(error).__name__)
        return None
