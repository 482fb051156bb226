"""The task that does nothing but say that it ran; and letters that stay in the outbox.

What is measured ends with the rows of the outbox: the peer sends no letters, and what they cost
tests.bench.mail_sending measures. The worker that turned a hand wakes its thread for letters as
ever, which does nothing.
"""

import socket
from typing import Any

from celery import shared_task

from accounts.notifications import delivery
from accounts.notifications.sender_thread import POSTMAN


@shared_task(name="bench.nothing", ignore_result=True)
def nothing(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard:
        heard.sendto(b"ran", ("127.0.0.1", port))


def _nothing_due(*_args: Any, **_more: Any) -> int:
    return 0


delivery.deliver = delivery.deliver_external = _nothing_due
POSTMAN.go = _nothing_due  # type: ignore[method-assign,assignment]
