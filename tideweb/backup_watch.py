"""How backups by `manage.py backup` are doing, as the database sees it."""

from dataclasses import dataclass

from django.db import connection

from tideweb.backups import SLOT

QUERY = (
    "SELECT active, CASE WHEN NOT pg_is_in_recovery() "
    "THEN pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) END "
    "FROM pg_replication_slots WHERE slot_name = %s"
)


@dataclass(frozen=True)
class Slot:
    """What keeps the log for `backup --follow`: whether that runs, and how many bytes are kept for
    it (None if the server gave it up, or is itself a replica)."""

    followed: bool
    kept: int | None


def slot() -> Slot | None:
    """None if the log was never followed here."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, [SLOT])
        row = cursor.fetchone()
    return row and Slot(row[0], None if row[1] is None else int(row[1]))
