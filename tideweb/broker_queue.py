"""How many messages wait in the broker, whichever it is."""

import logging
from typing import Any

from kombu.transport import virtual

from tideweb.celery import app

log = logging.getLogger(__name__)


def queue_length() -> int | None:
    """Messages in the queue of our tasks; None where the broker does not answer."""
    try:
        with app.connection_for_read() as line:
            line.ensure_connection(max_retries=1, timeout=2)
            name: str = app.conf.task_default_queue
            channel: Any = line.default_channel  # each transport has a class of its own
            if isinstance(channel, virtual.Channel):
                # These make a queue whenever they are asked about it, `passive` or not; the one of
                # PostgreSQL changes its table for that, and waits for whoever uses it.
                return int(channel._size(name))
            return int(channel.queue_declare(name, passive=True).message_count)
    except Exception as error:  # noqa: BLE001 – each broker's client raises its own
        log.warning("The broker does not say how long its queue is: %s", type(error).__name__)
        return None
