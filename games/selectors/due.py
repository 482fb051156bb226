"""What the sweep has to do."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from accounts import rows
from games.models import Game, Hand, Stage

MAX_COUNTED = 1000
# By hand, since every sweep asks all of it. With the states in the text, a plan that was made once
# can use the indexes of just these rows.
HANDS = "FROM games_hand AS hand WHERE"
CLOCKS = """FROM games_seatclock AS clock JOIN games_hand AS hand ON hand.id = clock.hand_id
    WHERE clock.answered_at IS NULL AND NOT clock.paused AND clock.deadline <= %(now)s"""
TRIED = "(hand.retry_at IS NULL OR hand.retry_at <= %(now)s)"  # never failed, or may be retried
READY = f"""SELECT hand.id {HANDS} hand.state = 'ready' AND {TRIED}
    AND (hand.resolve_after IS NULL OR hand.resolve_after <= %(now)s)
    ORDER BY hand.id LIMIT %(limit)s"""
CLOCKS_RUN_OUT = f"""SELECT clock.hand_id {CLOCKS} AND {TRIED}
    ORDER BY clock.deadline LIMIT %(limit)s"""
HANDS_RUN_OUT = f"""SELECT hand.id {HANDS} hand.state = 'open' AND NOT hand.paused
    AND hand.deadline <= %(now)s AND {TRIED} ORDER BY hand.deadline LIMIT %(limit)s"""
BOTS_LATE = f"""SELECT hand.id {HANDS} hand.state = 'open' AND hand.bots_due <= %(now)s
    AND {TRIED} ORDER BY hand.bots_due LIMIT %(limit)s"""


def ready_hands(now: datetime, limit: int) -> list[int]:
    """Complete hands, oldest first, except those in their random delay or set aside after a
    failure.
    """
    return _ids(READY, now, limit)


def overdue_hands(now: datetime, limit: int) -> list[int]:
    """Open hands in which the clock of a seat, or all clocks, have run out, most overdue first.

    Both halves use partial indexes, so the cost depends on what is due and not on what is stored.
    """
    due = [*_ids(CLOCKS_RUN_OUT, now, limit), *_ids(HANDS_RUN_OUT, now, limit)]
    return list(dict.fromkeys(due))[:limit]


def late_bots(now: datetime, limit: int) -> list[int]:
    """Open hands whose searching bots are overdue."""
    return _ids(BOTS_LATE, now, limit)


def _ids(sql: str, now: datetime, limit: int) -> list[int]:
    return [pk for (pk,) in rows.fetch(sql, {"now": now, "limit": limit})]


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
    """Excludes games closed because a table with the same deals is still being played, and those
    whose comparison people have only just been told of."""
    if not settings.COMPACT_AFTER_DAYS:
        return Game.objects.none()
    before = now - timedelta(days=settings.COMPACT_AFTER_DAYS)
    ended = Game.objects.filter(
        compacted_at=None, closed=False, state__in=Game.ENDED, ended_at__lt=before
    )
    return ended.exclude(duplicate__compared_at__gte=before)
