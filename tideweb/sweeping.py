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

from celery.signals import worker_init, worker_shutting_down
from django.conf import settings

log = logging.getLogger(__name__)
_stop = Event()


@worker_init.connect
def start(**_: Any) -> None:
    """Starts the thread, in the worker's first process; SWEEP_SECONDS=0 leaves it out.

    Before the worker has found its broker: that may be away, and the sweep needs none.
    """
    if settings.SWEEP_SECONDS > 0:
        _stop.clear()
        Thread(target=_sweep_on, name="sweep", daemon=True, args=(sweep_once,)).start()
        Thread(target=_sweep_on, name="outward", daemon=True, args=(call_out_once,)).start()


@worker_shutting_down.connect
def stop(**_: Any) -> None:
    """No new round; the one under way ends by itself."""
    _stop.set()


def _sweep_on(once: Callable[[], None]) -> None:
    from django.db import connections

    while not _stop.wait(settings.SWEEP_SECONDS):
        once()
    connections.close_all()


def sweep_once() -> None:
    """Reads what was mailed, resolves what is ready or overdue, then delivers.  Never raises."""
    from accounts import delivery
    from games.mail.inbound import working
    from games.services import sweeping

    _guarded(working.read_all)
    _guarded(sweeping.sweep)
    _guarded(partial(delivery.deliver, channel="site"))
    _guarded(delivery.deliver)


def call_out_once() -> None:
    """Pushes and calls webhooks, beside the sweep: strangers may be slow.  Never raises."""
    from accounts import delivery

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
