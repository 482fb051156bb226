"""Hands and games that the sweep finds due.

Reminders are found by `reminders.send_due`, letters by `delivery.claim`, mails by
`inbox.people_waiting`.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games.models import Game, Hand, SeatClock

ENDED = (Game.State.OVER, Game.State.CANCELLED)
MANY = 1000


def ready_hands(now: datetime, limit: int) -> list[int]:
    """Hands whose bids are all in, oldest first; not those that wait a random while, or that are
    set aside after a failure."""
    return list(
        Hand.objects.filter(_tried("", now), state=Hand.State.READY)
        .exclude(resolve_after__gt=now)
        .order_by("id")
        .values_list("pk", flat=True)[:limit]
    )


def overdue_hands(now: datetime, limit: int) -> list[int]:
    """Open hands in which the time of a seat, or of all, has run out, the longest overdue first.

    Each half has an index of what is still open and not paused, so that it costs what is due, not
    what is kept.
    """
    clocks = SeatClock.objects.filter(
        _tried("hand__", now), answered_at=None, paused=False, deadline__lte=now
    )
    hands = Hand.objects.filter(
        _tried("", now), state=Hand.State.OPEN, paused=False, deadline__lte=now
    )
    due = [
        *clocks.order_by("deadline").values_list("hand_id", flat=True)[:limit],
        *hands.order_by("deadline").values_list("pk", flat=True)[:limit],
    ]
    return list(dict.fromkeys(due))[:limit]


def late_bots(now: datetime, limit: int) -> list[int]:
    """Open hands that have waited long enough for bots that search."""
    late = Hand.objects.filter(_tried("", now), state=Hand.State.OPEN, bots_due__lte=now)
    return list(late.order_by("bots_due").values_list("pk", flat=True)[:limit])


def _tried(path: str, now: datetime) -> Q:
    """Those that never failed, and those whose time to be tried again has come."""
    return Q(**{f"{path}retry_at": None}) | Q(**{f"{path}retry_at__lte": now})


def set_aside() -> QuerySet[Hand]:
    """Hands that failed when they were to be turned, and that are tried again."""
    return Hand.objects.filter(failures__gt=0, state__in=(Hand.State.OPEN, Hand.State.READY))


def games_to_compact(now: datetime, limit: int) -> list[int]:
    """Games that were over long enough and still have all their rows, the longest over first."""
    return list(_to_compact(now).order_by("ended_at").values_list("pk", flat=True)[:limit])


def count_to_compact(now: datetime) -> int:
    """How many wait for that, counted up to a thousand."""
    return len(_to_compact(now).order_by("ended_at").values_list("pk")[:MANY])


def _to_compact(now: datetime) -> QuerySet[Game]:
    """None that are closed for the sake of tables with the same deals."""
    if not settings.COMPACT_AFTER_DAYS:
        return Game.objects.none()
    before = now - timedelta(days=settings.COMPACT_AFTER_DAYS)
    return Game.objects.filter(
        compacted_at=None, closed=False, state__in=ENDED, ended_at__lt=before
    )
