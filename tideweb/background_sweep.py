"""The sweep inside of every worker: without beat and without one message all still happens.

Readiness, deadlines and letters are rows.  Beat asks for the sweeps as well; both at once, or
ten workers, do no harm, since every row is locked or leased by whoever takes it.
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
GRACE = 30.0  # seconds for the letter that is under way when a worker ends
_stop = Event()
_threads: list[Thread] = []


@worker_init.connect
def start(**_: Any) -> None:
    """Starts the thread, in the worker's first process; SWEEP_SECONDS=0 leaves it out.

    Before the worker has found its broker: that may be away, and the sweep needs none.
    """
    if settings.SWEEP_SECONDS > 0:
        _stop.clear()
        each = {"sweep": sweep_once, "letters": deliver_once, "outward": call_out_once}
        _threads[:] = [
            Thread(target=_sweep_on, name=name, daemon=True, args=(once,))
            for name, once in each.items()
        ]
        for thread in _threads:
            thread.start()


@worker_shutting_down.connect
def stop(**_: Any) -> None:
    """No new round and no other letter; what is under way ends by itself."""
    _stop.set()


@worker_process_shutdown.connect
@worker_shutdown.connect
def rest(**_: Any) -> None:
    """Waits for the letters that are under way: cut off, they would come once more."""
    from accounts.email.sender_thread import POSTMAN

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
    """Reads what was mailed, resolves what is ready or overdue.  Never raises."""
    from games.mail.inbound import process
    from games.services import sweep as sweeping

    _guarded(process.read_all)
    _guarded(sweeping.sweep)


def deliver_once() -> None:
    """Sends letters, beside the sweep: a mail server may be slow.  Never raises."""
    from accounts.notifications import delivery

    _guarded(partial(delivery.deliver, stop=_stop))


def call_out_once() -> None:
    """Pushes and calls webhooks, beside the sweep: strangers may be slow.  Never raises."""
    from accounts.notifications import delivery

    _guarded(delivery.deliver_outward)


def _guarded(sweep: Callable[[], int]) -> None:
    from django.db import close_old_connections

    close_old_connections()
    try:
        sweep()
    except Exception:  # the next round tries again; a thread that died would sweep no more
        log.exception("A sweep broke off.")
    finally:
        close_old_connections()
