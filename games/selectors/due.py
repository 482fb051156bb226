"""What the sweep finds due."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Hand, SeatClock


def ready_hands(now: datetime, limit: int) -> Sequence[int]:
    """Hands whose bids are all in, oldest first; not those that wait a random while."""
    return list(
        Hand.objects.filter(state=Hand.State.READY)
        .exclude(resolve_after__gt=now)
        .order_by("id")
        .values_list("pk", flat=True)[:limit]
    )


def overdue_hands(now: datetime, limit: int) -> Sequence[int]:
    """Open hands in which the time of a seat, or of all, has run out, the longest overdue first.

    Each half has an index of what is still open and not paused, so that it costs what is due, not
    what is kept.
    """
    clocks = SeatClock.objects.filter(answered_at=None, paused=False, deadline__lte=now)
    hands = Hand.objects.filter(state=Hand.State.OPEN, paused=False, deadline__lte=now)
    due = [
        *clocks.order_by("deadline").values_list("hand_id", flat=True)[:limit],
        *hands.order_by("deadline").values_list("pk", flat=True)[:limit],
    ]
    return list(dict.fromkeys(due))[:limit]
