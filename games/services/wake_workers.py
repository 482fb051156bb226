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


def wake(task: str, *args: int, after: float = 0) -> None:
    """Asks a worker to run a task so many seconds after this transaction is committed."""
    transaction.on_commit(partial(_publish, task, args, after), robust=True)


resolve = partial(wake, "games.tasks.resolve_hand")  # of a hand's id
think = partial(wake, THINK)  # of a hand's id: search for its bots
hurry = partial(wake, "games.tasks.hurry")  # of a hand's id: look whether it still waits for bots
read_mail = partial(wake, "games.tasks.read_mail")  # of a person's id: read what they have mailed
rate = partial(wake, "games.tasks.rate")  # games that are over


def deliver() -> None:
    """Asks workers to deliver what is in the outbox, once this transaction is committed."""
    wake(LETTERS)
    wake(EXTERNAL)


def deliver_enqueued() -> None:
    """Delivers what this transaction enqueued, once it is committed.

    A worker that resolves hands, which most letters are about, sends them itself. The task for
    push and webhooks is only sent if there are any.
    """
    if sends_letters_itself():
        transaction.on_commit(_post, robust=True)
    else:
        wake(LETTERS)
    transaction.on_commit(_call_out, robust=True)


def sends_letters_itself() -> bool:
    """Whether this is a task in a worker that sends letters: in any but those that search for
    bots."""
    return bool(current_task) and not (
        current_task.request.called_directly or current_task.name == THINK
    )


def _post() -> None:
    from accounts.notifications.sender_thread import POSTMAN  # loads all that composes letters

    POSTMAN.go()


def _call_out() -> None:
    if outbox.has_external():
        _publish(EXTERNAL, (), 0)


def _publish(task: str, args: tuple[int, ...], countdown: float) -> None:
    if time.monotonic() < BrokerPause.until:
        return
    try:
        current_app.send_task(task, args=args, countdown=countdown or None)
    except Exception:  # whatever the broker's client raises: the sweep will find the row
        BrokerPause.until = time.monotonic() + PAUSE
        log.warning("Could not wake a worker for %s; the sweep will do it.", task, exc_info=True)
