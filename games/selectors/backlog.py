"""What is waiting to be processed, for the metrics. Each query uses a partial index."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, Max, Min, Q, QuerySet, When
from django.db.models.functions import Greatest, Least

from accounts.models import Heartbeat, Notice
from accounts.notifications.channels.names import MAIL
from accounts.notifications.due_notices import held_back
from accounts.notifications.kinds import asking
from games.models import Bid, Hand, InboundMail, SeatClock

MAX_LOOKED_AT = 1000
LOST = (Notice.State.FAILED, Notice.State.UNKNOWN)  # states of a letter that may never arrive


@dataclass(frozen=True)
class Backlog:
    """How many items are waiting, and since when the oldest has been."""

    count: int
    oldest: datetime | None


def ready_hands(now: datetime) -> Backlog:
    """Complete hands that haven't been resolved, since their last bid or the end of their delay."""
    ready = Hand.objects.filter(state=Hand.State.READY).exclude(resolve_after__gt=now)
    first = list(ready.order_by("id").values_list("pk", flat=True)[:MAX_LOOKED_AT])
    full = (
        Bid.objects.filter(hand__in=first)
        .values("hand")
        .annotate(at=Max(Greatest("given_at", "hand__resolve_after")))
    )
    return Backlog(ready.count(), min((row["at"] for row in full), default=None))


def due_clocks(now: datetime) -> Backlog:
    """Clocks that have run out without anything having been played for the seat."""
    return _backlog(
        SeatClock.objects.filter(answered_at=None, paused=False, deadline__lte=now), "deadline"
    )


def unread_mails() -> Backlog:
    """Received e-mails that haven't been processed."""
    return _backlog(InboundMail.objects.filter(state=InboundMail.State.NEW), "received_at")


def due_notices(now: datetime) -> QuerySet[Notice]:
    """Due notices, each with `since` when it waits for us. Those that the mail server puts off wait
    on; a push or webhook whose own server failed waits for that one until it is tried again.

    Parts of another go with it, which may be held back after a restore. What is held back while its
    reader is suspended waits for us from then on.
    """
    due = Notice.objects.filter(state=Notice.State.QUEUED, send_after__lte=now, digest=None)
    due = due.exclude(held_back(now))
    ours = Q(channel=MAIL) | Q(leased_until=None) | Q(leased_until__lte=now)
    could_answer = Least("recipient__suspended_until", "drop_after")
    asks = Q(drop_after__isnull=False) | Q(kind__in=asking())
    held = asks & Q(recipient__suspended_until__isnull=False)
    free = Greatest("send_after", Case(When(held, then=could_answer)))
    since = Case(When(channel=MAIL, then=free), default=Greatest(free, "leased_until"))
    return due.filter(ours).annotate(since=since)


def outbox(now: datetime) -> dict[str, Backlog]:
    """Due notices by channel."""
    due = due_notices(now).values("channel")
    rows = due.annotate(count=Count("pk"), oldest=Min("since")).order_by()
    return {row["channel"]: Backlog(row["count"], row["oldest"]) for row in rows}


def heartbeats() -> dict[str, datetime]:
    """The last heartbeat of each part of the service."""
    return dict(Heartbeat.objects.values_list("service", "at"))


def miss_share() -> float:
    """The share of recent clocks that ran out; it jumps when people are unable to answer."""
    last = SeatClock.objects.filter(counted=True).order_by("-id")[:MAX_LOOKED_AT]
    rows = last.values_list("in_time", "hand__stage__packed_at")
    in_time = [each for each, packed_at in rows if packed_at is None]  # else only misses are left
    return in_time.count(False) / len(in_time) if in_time else 0.0


def failed_letters() -> dict[str, int]:
    """E-mails that failed or whose outcome is unknown, by state."""
    rows = Notice.objects.filter(state__in=LOST).values("state").annotate(n=Count("pk")).order_by()
    return dict.fromkeys(LOST, 0) | {row["state"]: row["n"] for row in rows}


def failed_mails() -> int:
    """Received e-mails on which processing crashed."""
    return InboundMail.objects.filter(~Q(sealed_raw=None), state=InboundMail.State.FAILED).count()


def _backlog(rows: "QuerySet", field: str) -> Backlog:  # type: ignore[type-arg]
    found = rows.aggregate(count=Count("pk"), oldest=Min(field))
    return Backlog(found["count"], found["oldest"])
