"""Waking the workers after a commit.

A task only saves time: readiness, deadlines and notices are rows, which the sweep finds. So a
broker that is down must never become an error for somebody who just placed a bid, and one that
hangs must not make everybody wait: after a failure we leave it alone for a while.
"""

import logging
import time
from functools import partial

from celery import current_app, current_task
from django.db import transaction

from accounts.notifications import outbox

log = logging.getLogger(__name__)
LETTERS, EXTERNAL = "accounts.tasks.deliver", "accounts.tasks.deliver_outward"
THINK = "games.tasks.think"
PAUSE = 10.0  # seconds


class BrokerPause:
    """Until when the broker is left alone, by the clock of `time.monotonic`."""

    until = 0.0


def resolve(hand_id: int) -> None:
    """Asks a worker, once this transaction is committed, to resolve a hand."""
    _send("games.tasks.resolve_hand", hand_id)


def think(hand_id: int, after: float = 0) -> None:
    """Asks a worker, once this transaction is committed, to search for the bots of a hand."""
    _send(THINK, hand_id, countdown=after)


def hurry(hand_id: int, after: float) -> None:
    """Asks a worker to look, after so many seconds, whether a hand still waits for its bots."""
    _send("games.tasks.hurry", hand_id, countdown=after)


def read_mail(user_id: int) -> None:
    """Asks a worker, once this transaction is committed, to read what this person has mailed."""
    _send("games.tasks.read_mail", user_id)


def rate() -> None:
    """Asks a worker, once this transaction is committed, to rate games that are over."""
    _send("games.tasks.rate")


def deliver() -> None:
    """Asks workers to deliver what is in the outbox, once this transaction is committed."""
    _send(LETTERS)
    _send(EXTERNAL)


def deliver_enqueued() -> None:
    """Delivers what this transaction enqueued, once it is committed.

    A worker that resolves hands, which most letters are about, sends them itself. The task for
    push and webhooks is only sent if there are any.
    """
    if sends_letters_itself():
        transaction.on_commit(_post, robust=True)
    else:
        _send(LETTERS)
    transaction.on_commit(_call_out, robust=True)


def sends_letters_itself() -> bool:
    """Whether this is a task in a worker that sends letters: in any but those that search for
    bots."""
    return bool(current_task) and not (
        current_task.request.called_directly or current_task.name == THINK
    )


def _post() -> None:
    from accounts.email.sender_thread import POSTMAN  # loads all that composes letters

    POSTMAN.go()


def _call_out() -> None:
    if outbox.has_external():
        _publish(EXTERNAL, (), 0)


def _send(task: str, *args: int, countdown: float = 0) -> None:
    transaction.on_commit(partial(_publish, task, args, countdown), robust=True)


def _publish(task: str, args: tuple[int, ...], countdown: float) -> None:
    if time.monotonic() < BrokerPause.until:
        return
    try:
        current_app.send_task(task, args=args, countdown=countdown or None)
    except Exception:  # whatever the broker's client raises: the sweep will find the row
        BrokerPause.until = time.monotonic() + PAUSE
        log.warning("Could not wake a worker for %s; the sweep will do it.", task, exc_info=True)
