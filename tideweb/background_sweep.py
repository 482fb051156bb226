"""The sweep within every worker: everything happens even without beat and without any message.

Complete hands, deadlines and e-mails are rows. Beat triggers the sweeps too; doing both, or running
ten workers, is harmless, since every row is locked or leased by whoever processes it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from typing import Any

from celery.signals import (
    worker_init,
    worker_process_shutdown,
    worker_shutdown,
    worker_shutting_down,
)
from django.conf import settings

log = logging.getLogger(__name__)
GRACE = 30.0  # seconds to finish sending an e-mail when a worker stops
_stop = Event()
_threads: list[Thread] = []


@worker_init.connect
def start(**_: Any) -> None:
    """Starts the threads, in the worker's main process; SWEEP_SECONDS=0 disables them.

    This happens before the worker connects to its broker, which may be down; sweeps don't need it.
    """
    if settings.SWEEP_SECONDS > 0:
        _stop.clear()
        each = {"sweep": sweep_once, "letters": deliver_once, "external": call_out_once}
        _threads[:] = [
            Thread(target=_sweep_on, name=name, daemon=True, args=(once,))
            for name, once in each.items()
        ]
        for thread in _threads:
            thread.start()


@worker_shutting_down.connect
def stop(**_: Any) -> None:
    """Starts no further round or e-mail; current work finishes by itself."""
    _stop.set()


@worker_process_shutdown.connect
@worker_shutdown.connect
def rest(**_: Any) -> None:
    """Waits for e-mails being sent: if interrupted, they would be sent again."""
    from accounts.notifications.sender_thread import POSTMAN

    POSTMAN.rest(GRACE)
    for thread in _threads:
        if thread.name == "letters" and thread.is_alive():
            thread.join(GRACE)


def _sweep_on(once: Callable[[], None]) -> None:
    from django.db import connections

    while not _stop.wait(settings.SWEEP_SECONDS):
        once()
    connections.close_all()


def sweep_once() -> None:
    """Processes received e-mails and resolves complete or overdue hands. Never raises."""
    from games.mail.inbound import process
    from games.services import sweep as sweeping

    _guarded(process.read_all)
    _guarded(sweeping.sweep)


def deliver_once() -> None:
    """Sends e-mails, in a thread of its own since a mail server may be slow. Never raises."""
    from accounts.notifications import delivery

    _guarded(partial(delivery.deliver, stop=_stop))


def call_out_once() -> None:
    """Sends pushes and webhooks, in a thread of their own since they may be slow. Never raises."""
    from accounts.notifications import delivery

    _guarded(delivery.deliver_external)


def _guarded(sweep: Callable[[], int]) -> None:
    from django.db import close_old_connections

    close_old_connections()
    try:
        sweep()
    except Exception:  # the next round tries again, so the thread must survive
        log.exception("A sweep broke off.")
    finally:
        close_old_connections()
