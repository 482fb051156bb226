"""The thread of a process that delivers letters: nobody else waits for the mail server.

That may take ten minutes for one letter, and tasks end after one; hands are turned meanwhile.
"""

import logging
import os
from threading import Condition, Event, Thread

from django.db import close_old_connections
from structlog.contextvars import bound_contextvars, get_contextvars

from accounts.notifications import delivery

log = logging.getLogger(__name__)


class Postman:
    """Goes whenever asked to; who asks while it is under way has it go once more."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Resets it to the state in which it has no thread: also after a fork."""
        self._news = Condition()
        self._asked = False
        self._asked_by: set[str] = set()
        self._leaving = Event()
        self._thread: Thread | None = None

    def go(self) -> None:
        """Has what is due delivered, and does not wait for that."""
        with self._news:
            self._asked = True
            self._asked_by.add(get_contextvars().get("request_id", ""))
            self._news.notify()
            if self._thread is None:
                self._thread = Thread(target=self._work, name="postman", daemon=True)
                self._thread.start()

    def rest(self, seconds: float) -> None:
        """Begins no other letter, and waits so long for the one that is under way."""
        self._leaving.set()
        with self._news:
            self._news.notify()
        if self._thread is not None:
            self._thread.join(seconds)

    def _work(self) -> None:
        while self._wanted():
            close_old_connections()
            try:
                with bound_contextvars(asked_by=self._askers()):
                    delivery.deliver(stop=self._leaving)
            except Exception:  # what is due is a row: the next one who asks has it tried again
                log.exception("Delivering broke off.")
            close_old_connections()

    def _askers(self) -> list[str]:
        """The requests that have asked since it went last: their ids stand in its log."""
        with self._news:
            asked_by, self._asked_by = self._asked_by, set()
        return sorted(asked_by - {""})

    def _wanted(self) -> bool:
        with self._news:
            self._news.wait_for(lambda: self._asked or self._leaving.is_set())
            self._asked = False
        return not self._leaving.is_set()


POSTMAN = Postman()
# A pool's process inherits no threads.
os.register_at_fork(after_in_child=POSTMAN.begin)
