"""When the service has to act next, so that empty hours need no sweeps."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection

# Each part reads the first entry of a small index of open rows.
DUE = """
    SELECT least(
        (SELECT min(deadline) FROM games_seatclock WHERE answered_at IS NULL AND NOT paused),
        (SELECT min(remind_at) FROM games_seatclock
            WHERE answered_at IS NULL AND NOT paused AND remind_at IS NOT NULL),
        (SELECT min(deadline) FROM games_hand WHERE state = 'open' AND NOT paused),
        (SELECT min(coalesce(resolve_after, %(swept)s)) FROM games_hand
            WHERE state = 'ready')
    ),
    least(
        (SELECT min(send_after) FROM accounts_notice
            WHERE state = 'queued' AND send_after > %(told)s),
        (SELECT %(later)s FROM accounts_notice
            WHERE state = 'queued' AND send_after <= %(told)s LIMIT 1)
    )
"""
LATER = timedelta(minutes=10)  # for what remained, for instance because it is leased


class Due(NamedTuple):
    """When the first hand and the first notice are due; None if none is."""

    hand: datetime | None
    notice: datetime | None


def next_due(swept: datetime, told: datetime) -> Due:
    """What is due next. `swept` and `told`: when hands and notices were last checked."""
    values = {"swept": swept, "told": told, "later": told + LATER}
    with connection.cursor() as cursor:
        cursor.execute(DUE, values)
        found: Any = cursor.fetchone()
        return Due(*found)


@contextmanager
def without_outages() -> Iterator[None]:
    """Turns off outages, since hours without anything due are skipped."""
    before = settings.OUTAGE_AFTER, settings.COMPACT_AFTER_DAYS
    settings.OUTAGE_AFTER = settings.COMPACT_AFTER_DAYS = 0  # the report reads all rows at the end
    try:
        yield
    finally:
        settings.OUTAGE_AFTER, settings.COMPACT_AFTER_DAYS = before
