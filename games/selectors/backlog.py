"""What waits for a machine, and since when: for the metrics.  Each asks an index of what waits."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, Q, QuerySet

from accounts.models import Heartbeat, Notice
from games.models import Bid, Hand, InboundMail, SeatClock

MAX_LOOKED_AT = 1000


@dataclass(frozen=True)
class Backlog:
    """How many wait, and since when the oldest does."""

    count: int
    oldest: datetime | None


def ready_hands(now: datetime) -> Backlog:
    """Hands whose bids are all in and that nobody has turned; since the last bid."""
    ready = Hand.objects.filter(state=Hand.State.READY).exclude(resolve_after__gt=now)
    first = list(ready.order_by("id").values_list("pk", flat=True)[:MAX_LOOKED_AT])
    full = Bid.objects.filter(hand__in=first).values("hand").annotate(at=Max("given_at"))
    return Backlog(ready.count(), min((row["at"] for row in full), default=None))


def due_clocks(now: datetime) -> Backlog:
    """Clocks that have run out, and nothing was played for their seats yet."""
    return _backlog(
        SeatClock.objects.filter(answered_at=None, paused=False, deadline__lte=now), "deadline"
    )


def unread_mails() -> Backlog:
    """Mails that came and nobody has read."""
    return _backlog(InboundMail.objects.filter(state=InboundMail.State.NEW), "received_at")


def outbox(now: datetime) -> dict[str, Backlog]:
    """Notices that are due, counted by channel."""
    due = Notice.objects.filter(state=Notice.State.QUEUED, send_after__lte=now, digest=None)
    rows = due.values("channel").annotate(count=Count("pk"), oldest=Min("send_after")).order_by()
    return {row["channel"]: Backlog(row["count"], row["oldest"]) for row in rows}


def heartbeats() -> dict[str, datetime]:
    """When each part last said that it lives."""
    return dict(Heartbeat.objects.values_list("service", "at"))


def miss_share() -> float:
    """Of the last clocks that count, how many ran out: it leaps when people cannot answer."""
    last = SeatClock.objects.filter(counted=True).order_by("-id")[:MAX_LOOKED_AT]
    in_time = list(last.values_list("in_time", flat=True))
    return in_time.count(False) / len(in_time) if in_time else 0.0


def failed_letters() -> dict[str, int]:
    """Letters that never went, or perhaps, by their state."""
    lost = (Notice.State.FAILED, Notice.State.UNKNOWN)
    rows = Notice.objects.filter(state__in=lost).values("state").annotate(n=Count("pk")).order_by()
    return dict.fromkeys(lost, 0) | {row["state"]: row["n"] for row in rows}


def failed_mails() -> int:
    """Mails that our reader broke at."""
    return InboundMail.objects.filter(~Q(sealed_raw=None), state=InboundMail.State.FAILED).count()


def _backlog(rows: "QuerySet", field: str) -> Backlog:  # type: ignore[type-arg]
    found = rows.aggregate(count=Count("pk"), oldest=Min(field))
    return Backlog(found["count"], found["oldest"])
