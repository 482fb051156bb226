"""The numbers that new rows get: kept while something draws others, and put back behind it.

Never set them to an earlier number than they had: `tests.process_fixtures` inserts rows with the
ids that they got when they were created, and a new row must not get one of those.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# The view `pg_sequences` has this and more, and takes PostgreSQL three times as long.
LAST_NUMBERS = """
    SELECT oid::regclass::text, pg_sequence_last_value(oid) FROM pg_class
    WHERE relkind = 'S' AND relpersistence <> 't'
"""


@contextmanager
def kept() -> Iterator[None]:
    """Context manager: behind it, new rows get the ids that they would have got without it."""
    before = _last_numbers()
    try:
        yield
    finally:
        after = dict(_last_numbers())
        moved = [(name, n or 1, n is not None) for name, n in before if after.get(name) != n]
        with connection.cursor() as cursor:
            cursor.executemany("SELECT setval(%s, %s, %s)", moved)


def _last_numbers() -> list[tuple[str, int | None]]:
    """Each sequence of this database, and the number drawn last, if any was."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_NUMBERS)
        return list(cursor.fetchall())
