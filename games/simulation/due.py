"""When the machine has to do something next, so that nobody need sweep through empty hours."""

from datetime import datetime

from django.db import connection

# Each part is the first entry of a small index of what is still open.
NEXT = """
    SELECT least(
        (SELECT min(deadline) FROM games_seatclock WHERE answered_at IS NULL),
        (SELECT min(deadline) FROM games_hand WHERE state = 'open'),
        (SELECT min(coalesce(resolve_after, opened_at)) FROM games_hand WHERE state = 'ready'),
        (SELECT min(send_after) FROM accounts_notice WHERE state = 'queued')
    )
"""


def next_due() -> datetime | None:
    """The moment at which the first of all clocks, hands and notices is due; None if none is."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT)
        found: datetime | None = cursor.fetchone()[0]
        return found
