"""The horizon: every transaction below it has either committed or been rolled back.

Only transactions in our own database count, so one that is left open for hours in another
database of the server holds nothing up. And only those of our own role: PostgreSQL doesn't show
us the others.
"""

from collections.abc import Iterator

from django.apps import apps as current_apps
from django.apps.registry import Apps
from django.db import connection, connections
from django.db.backends.utils import CursorWrapper

from accounts.models.commit_order import TransactionField

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

# Asked of one row, since each start of `make run` migrates.
NEWEST_IS_FOREIGN = """
    SELECT {column} >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    FROM {table} ORDER BY {key} DESC LIMIT 1
"""
EMPTY_FOREIGN = """
    UPDATE {table} SET {column} = NULL
    WHERE {column} >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
"""


def horizon() -> int:
    """All rows of transactions below this id are visible to any later statement."""
    with connection.cursor() as cursor:
        cursor.execute(HORIZON)
        found: int = cursor.fetchone()[0]
        return found


def empty_foreign_ids(using: str = "default", apps: Apps = current_apps, **_signal: object) -> int:
    """Empties the ids of transactions that this server hasn't reached yet; returns how many.

    A dump brings them from the server that it was made on. Until this one has reached them nobody
    would see their rows, and then as new ones. Receiver of `post_migrate`.
    """
    with connections[using].cursor() as cursor:
        return sum(_emptied(cursor, **names) for names in _columns(apps))


def _columns(apps: Apps) -> Iterator[dict[str, str]]:
    for model in apps.get_models():
        for field in model._meta.fields:
            if isinstance(field, TransactionField):
                key = str(model._meta.pk.column)
                yield {"table": model._meta.db_table, "column": str(field.column), "key": key}


def _emptied(cursor: CursorWrapper, table: str, column: str, key: str) -> int:
    cursor.execute(NEWEST_IS_FOREIGN.format(table=table, column=column, key=key))
    newest = cursor.fetchone()
    if newest is None or not newest[0]:
        return 0
    cursor.execute(EMPTY_FOREIGN.format(table=table, column=column))
    return int(cursor.rowcount)
