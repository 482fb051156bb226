"""The health of the background services, for the index page of the panel."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Min
from django.utils import timezone

from accounts.models import Notice
from accounts.operation import database_clock, heartbeats
from games.selectors import backlog
from games.selectors.moderation.timeline import stuck_hands

LATE_LETTER, LATE_TASK = timedelta(minutes=5), 300
MAX_COUNTED = 1000


@dataclass(frozen=True)
class Part:
    """One part: worker, clock, sweep, outbox, letters or broker.

    `count` is the number of waiting items and `since` the age of the oldest (for worker and
    letters: the last sign of life); `note` is additional information.
    """

    name: str
    good: bool
    count: int | None = None
    since: datetime | None = None
    note: str = ""


def parts() -> list[Part]:
    """All parts, including healthy ones."""
    now = timezone.now()
    return [_worker(), _clock(), _sweep(now), _outbox(now), _letters(), *_broker(now)]


def _worker() -> Part:
    seen = heartbeats.last(heartbeats.PULSE)
    return Part("worker", heartbeats.has_pulse(seen), since=seen)


def _clock() -> Part:
    """Hosts with a wrong clock, which therefore neither sweep nor send."""
    wrong = database_clock.wrong_lately()
    return Part("clock", not wrong, len(wrong), note=", ".join(map(str, wrong)))


def _sweep(now: datetime) -> Part:
    stuck = stuck_hands(now)
    return Part("sweep", not stuck, len(stuck), min((h.deadline for h in stuck), default=None))


def _outbox(now: datetime) -> Part:
    """Due notices, including those that the mail server puts off."""
    due = backlog.due_notices(now)
    oldest = due.aggregate(oldest=Min("since"))["oldest"]
    waiting = due.values("pk")[:MAX_COUNTED].count()
    return Part("outbox", oldest is None or now - oldest < LATE_LETTER, waiting, oldest)


def _letters() -> Part:
    """When the last e-mail was sent, and how many of the last hundred failed or may have failed."""
    settled = Notice.objects.exclude(state=Notice.State.QUEUED).order_by("-id")[:100]
    rows = list(settled.values_list("state", "finished_at"))
    failed = sum(state in backlog.LOST for state, _at in rows)
    sent = [at for state, at in rows if state == Notice.State.SENT and at]
    return Part("letters", failed < 10, failed, max(sent, default=None))


def _broker(now: datetime) -> list[Part]:
    """The queue that has waited longest if the broker is our own database; other brokers have their
    own dashboards, and what once waited in ours stays there.
    """
    rows = _queues() if settings.CELERY_BROKER_URL == "pgmq://" else []
    return [
        Part(
            "broker", (age or 0) < LATE_TASK, length, now - timedelta(seconds=age) if age else None
        )
        for length, age in rows[:1]
    ]


def _queues() -> list[tuple[int, int | None]]:
    """(length, age of the oldest message in seconds), the oldest first; empty without pgmq."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT queue_length, oldest_msg_age_sec FROM pgmq.metrics_all() "
                "ORDER BY oldest_msg_age_sec DESC NULLS LAST"
            )
            rows: list[Any] = cursor.fetchall()
    except DatabaseError:
        return []
    return [(int(length), None if age is None else int(age)) for length, age in rows]
