"""How the parts behind the pages do, with ages, for the start page of the panel."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.models import Notice
from accounts.operation import database_clock
from games.selectors.moderation.timeline import stuck_hands

PULSE = "tideweb-pulse"  # what beat and a worker leave in the cache every 30 seconds
LATE_PULSE, LATE_LETTER, LATE_TASK = timedelta(seconds=150), timedelta(minutes=5), 300
MAX_COUNTED = 1000


@dataclass(frozen=True)
class Part:
    """`name` is worker, clock, sweep, outbox, letters or broker; `count` of what waits, `since`
    when the oldest does (for worker and letters: when the last sign of life came); `note`: what
    else there is to say."""

    name: str
    good: bool
    count: int | None = None
    since: datetime | None = None
    note: str = ""


def parts() -> list[Part]:
    """Every part, also those that do well."""
    now = timezone.now()
    return [_worker(now), _clock(), _sweep(now), _outbox(now), _letters(now), *_broker(now)]


def _worker(now: datetime) -> Part:
    seen: datetime | None = cache.get(PULSE)
    return Part("worker", seen is not None and now - seen < LATE_PULSE, since=seen)


def _clock() -> Part:
    """Hosts whose clocks are wrong: they sweep and send nothing."""
    wrong = database_clock.wrong_lately()
    return Part("clock", not wrong, len(wrong), note=", ".join(map(str, wrong)))


def _sweep(now: datetime) -> Part:
    stuck = stuck_hands(now)
    return Part("sweep", not stuck, len(stuck), min((h.deadline for h in stuck), default=None))


def _outbox(now: datetime) -> Part:
    """Letters whose time has come; those that are put off after a failure count as well."""
    due = Notice.objects.filter(state=Notice.State.QUEUED, send_after__lte=now)
    oldest = due.order_by("send_after").values_list("send_after", flat=True).first()
    waiting = due.values("pk")[:MAX_COUNTED].count()
    return Part("outbox", oldest is None or now - oldest < LATE_LETTER, waiting, oldest)


def _letters(now: datetime) -> Part:
    """When the last letter left; and how many of the last hundred settled ones failed, or may
    have."""
    settled = Notice.objects.exclude(state=Notice.State.QUEUED).order_by("-id")[:100]
    rows = list(settled.values_list("state", "finished_at"))
    lost = (Notice.State.FAILED, Notice.State.UNKNOWN)
    failed = sum(state in lost for state, _at in rows)
    sent = [at for state, at in rows if state == Notice.State.SENT and at]
    return Part("letters", failed < 10, failed, max(sent, default=None))


def _broker(now: datetime) -> list[Part]:
    """The queues of the broker in our own database; another one has pages of its own."""
    rows = _queues()
    return [
        Part(
            "broker", (age or 0) < LATE_TASK, length, now - timedelta(seconds=age) if age else None
        )
        for length, age in rows[:1]
    ]


def _queues() -> list[tuple[int, int | None]]:
    """Length and age of the oldest message, the longest queue first; empty without pgmq."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT queue_length, oldest_msg_age_sec FROM pgmq.metrics_all() "
                "ORDER BY queue_length DESC"
            )
            rows: list[Any] = cursor.fetchall()
    except DatabaseError:
        return []
    return [(int(length), None if age is None else int(age)) for length, age in rows]
