"""The horizon: every transaction below it has either committed or been rolled back.

Only transactions in our own database count, so one that is left open for hours in another
database of the server holds nothing up. And only those of our own role: PostgreSQL doesn't show
us the others.
"""

from django.db import connection

# A single statement, so that its snapshot is taken before it looks at what is running. Don't run it
# in a transaction that has written: it would see its own rows, which nobody else does yet.
HORIZON = """
    SELECT coalesce(
        (SELECT min(running::text::bigint)
         FROM pg_snapshot_xip(at.snapshot) AS running
         JOIN pg_stat_activity AS line
             ON line.backend_xid::text::bigint = running::text::bigint & 4294967295
         WHERE line.datname = current_database() AND line.pid <> pg_backend_pid()),
        greatest(
            pg_snapshot_xmax(at.snapshot)::text::bigint,
            pg_current_xact_id_if_assigned()::text::bigint + 1
        )
    )
    FROM (SELECT pg_current_snapshot() AS snapshot) AS at
"""


def horizon() -> int:
    """All rows of transactions below this id are visible to any later statement."""
    with connection.cursor() as cursor:
        cursor.execute(HORIZON)
        found: int = cursor.fetchone()[0]
        return found
