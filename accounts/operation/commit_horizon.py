"""Up to which transaction everything is decided: committed and visible, or gone.

Only transactions of our own database count: one that another database of the server leaves open
for hours holds nothing up here.  And only those of our own role, which alone are told to us.
"""

from django.db import connection

# One statement, so that its snapshot is older than what it finds running.  Whoever asks within a
# transaction that has written sees its own rows, which nobody else does yet.
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
    """Rows of transactions below this number are all there; read them in a later statement."""
    with connection.cursor() as cursor:
        cursor.execute(HORIZON)
        found: int = cursor.fetchone()[0]
        return found
