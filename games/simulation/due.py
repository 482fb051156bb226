"""When the machine has to do something next, so that nobody need sweep through empty hours."""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from accounts.models import Heartbeat

# Each part is the first entry of a small index of what is still open.
HANDS = """
    SELECT least(
        (SELECT min(deadline) FROM games_seatclock WHERE answered_at IS NULL),
        (SELECT min(deadline) FROM games_hand WHERE state = 'open'),
        (SELECT min(coalesce(resolve_after, %(swept)s)) FROM games_hand WHERE state = 'ready')
    )
"""
NOTICES = """
    SELECT min(CASE WHEN send_after > %(swept)s THEN send_after ELSE %(later)s END)
    FROM accounts_notice WHERE state = 'queued'
"""
LATER = timedelta(minutes=10)  # what a sweep has left lying, say because it is leased


def next_due(swept: datetime) -> datetime | None:
    """The moment at which the first of all clocks, hands and notices is due; None if none is.

    `swept`: the last time that a sweep came by.
    """
    values = {"swept": swept, "later": swept + LATER}
    found = [_one(query, values) for query in (HANDS, NOTICES)]
    return min((moment for moment in found if moment is not None), default=None)


def _one(query: str, values: dict[str, Any]) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        found: datetime | None = cursor.fetchone()[0]
        return found


def pass_over(until: datetime) -> None:
    """The sweeps that would have found nothing have come by all the same."""
    Heartbeat.objects.filter(at__lt=until).update(at=until)
