"""Delivers letters in a thread of its own, so that nothing else waits for the mail server.

One letter may take ten minutes, but tasks end after one; meanwhile hands must be turned.
"""

import logging
import os
from threading import Condition, Event, Thread

from django.db import close_old_connections
from structlog.contextvars import bound_contextvars, get_contextvars

from accounts.notifications import delivery

log = logging.getLogger(__name__)


class Postman:
    """Delivers what is due whenever `go` is called; a call during a delivery makes it run once
    more.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Resets it to the state without a thread; also called after a fork."""
        self._news = Condition()
        self._asked = False
        self._asked_by: set[str] = set()
        self._stopped = Event()
        self._thread: Thread | None = None

    def go(self) -> None:
        """Starts delivering what is due, and returns at once."""
        with self._news:
            self._asked = True
            self._asked_by.add(get_contextvars().get("request_id", ""))
            self._news.notify()
            if self._thread is None:
                self._thread = Thread(target=self._work, name="postman", daemon=True)
                self._thread.start()

    def rest(self, seconds: float) -> None:
        """Begins no further letter, and waits up to `seconds` for the current one."""
        self._stopped.set()
        with self._news:
            self._news.notify()
        if self._thread is not None:
            self._thread.join(seconds)

    def _work(self) -> None:
        while self._wanted():
            close_old_connections()
            try:
                with bound_contextvars(asked_by=self._askers()):
                    delivery.deliver(stop=self._stopped)
            except Exception:  # due notices are rows, so the next call tries again
                log.exception("Delivering broke off.")
            close_old_connections()

    def _askers(self) -> list[str]:
        """Ids of the requests that called `go` since the last delivery, for its log."""
        with self._news:
            asked_by, self._asked_by = self._asked_by, set()
        return sorted(asked_by - {""})

    def _wanted(self) -> bool:
        with self._news:
            self._news.wait_for(lambda: self._asked or self._stopped.is_set())
            self._asked = False
        return not self._stopped.is_set()


POSTMAN = Postman()
# A forked worker inherits no threads.
os.register_at_fork(after_in_child=POSTMAN.begin)
