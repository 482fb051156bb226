"""Waking the workers after a commit.

A nudge is only speed: readiness, deadlines and notices are rows, and the sweep finds them.
So a broker that is down must never become an error of the person who just placed a bid, and
one that is frozen must not let everybody wait: after a failure we leave it alone for a while.
"""

import logging
import time

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)
PAUSE = 10.0  # seconds; the sweep finds what is not said meanwhile


class Trouble:
    """When the broker may be spoken to again, by the clock of `time.monotonic`."""

    until = 0.0


def resolve(hand_id: int) -> None:
    """Asks a worker, once this transaction is committed, to resolve a hand."""
    _send("games.tasks.resolve_hand", hand_id)


def think(hand_id: int, after: float = 0) -> None:
    """Asks a worker, once this transaction is committed, to search for the bots of a hand."""
    _send("games.tasks.think", hand_id, countdown=after)


def hurry(hand_id: int, after: float) -> None:
    """Asks a worker to look, after so many seconds, whether a hand still waits for its bots."""
    _send("games.tasks.hurry", hand_id, countdown=after)


def read_mail(user_id: int) -> None:
    """Asks a worker, once this transaction is committed, to read what this person has mailed."""
    _send("games.tasks.read_mail", user_id)


def rate() -> None:
    """Asks a worker, once this transaction is committed, to reckon with games that are over."""
    _send("games.tasks.rate")


def deliver() -> None:
    """Asks a worker, once this transaction is committed, to deliver what the outbox holds."""
    _send("accounts.tasks.deliver")
    _send("accounts.tasks.deliver_outward")


def _send(task: str, *args: int, countdown: float = 0) -> None:
    def publish() -> None:
        if time.monotonic() < Trouble.until:
            return
        try:
            current_app.send_task(task, args=args, countdown=countdown or None)
        except Exception:  # whatever the broker's client raises: the sweep will find the row
            Trouble.until = time.monotonic() + PAUSE
            log.warning("Could not nudge %s; the sweep will do it.", task, exc_info=True)

    transaction.on_commit(publish, robust=True)
