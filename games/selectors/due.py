"""What the sweep has to do."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games.models import Game, Hand, SeatClock, Stage

ENDED = (Game.State.OVER, Game.State.CANCELLED)
MAX_COUNTED = 1000


def ready_hands(now: datetime, limit: int) -> list[int]:
    """Complete hands, oldest first, except those in their random delay or set aside after a
    failure.
    """
    return list(
        Hand.objects.filter(_tried("", now), state=Hand.State.READY)
        .exclude(resolve_after__gt=now)
        .order_by("id")
        .values_list("pk", flat=True)[:limit]
    )


def overdue_hands(now: datetime, limit: int) -> list[int]:
    """Open hands in which the clock of a seat, or all clocks, have run out, most overdue first.

    Both halves use partial indexes, so the cost depends on what is due and not on what is stored.
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
    """Open hands whose searching bots are overdue."""
    late = Hand.objects.filter(_tried("", now), state=Hand.State.OPEN, bots_due__lte=now)
    return list(late.order_by("bots_due").values_list("pk", flat=True)[:limit])


def _tried(path: str, now: datetime) -> Q:
    """A filter for hands that have never failed or may be retried now."""
    return Q(**{f"{path}retry_at": None}) | Q(**{f"{path}retry_at__lte": now})


def set_aside() -> QuerySet[Hand]:
    """Hands that failed to resolve and are being retried."""
    return Hand.objects.filter(failures__gt=0, state__in=(Hand.State.OPEN, Hand.State.READY))


def stages_to_pack(before: datetime, limit: int) -> list[int]:
    """Stages that ended before this and are not packed, oldest first; none where all rows are to
    stay (`COMPACT_AFTER_DAYS`).
    """
    if not settings.COMPACT_AFTER_DAYS:
        return []
    ended = Stage.objects.filter(packed_at=None, ended_at__lt=before)
    return list(ended.order_by("ended_at").values_list("pk", flat=True)[:limit])


def games_to_compact(now: datetime, limit: int) -> list[int]:
    """Games finished long enough ago that still have all their rows, oldest first."""
    return list(_to_compact(now).order_by("ended_at").values_list("pk", flat=True)[:limit])


def count_to_compact(now: datetime) -> int:
    """The number of such games, counted up to a thousand."""
    return len(_to_compact(now).order_by("ended_at").values_list("pk")[:MAX_COUNTED])


def _to_compact(now: datetime) -> QuerySet[Game]:
    """Excludes games closed because a table with the same deals is still being played."""
    if not settings.COMPACT_AFTER_DAYS:
        return Game.objects.none()
    before = now - timedelta(days=settings.COMPACT_AFTER_DAYS)
    return Game.objects.filter(
        compacted_at=None, closed=False, state__in=ENDED, ended_at__lt=before
    )
