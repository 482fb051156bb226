"""The table of the shared cache, which is empty where that is in Redis."""

from django.conf import settings
from django.db import connection
from django.utils import timezone

EXPIRED = f"DELETE FROM {settings.CACHE_TABLE} WHERE expires < %s"  # noqa: S608 (our own name)


def purge() -> int:
    """Deletes entries that have expired; returns how many.

    Django would keep them until the table is full, and it counts all rows whenever it stores one.
    """
    with connection.cursor() as cursor:
        cursor.execute(EXPIRED, [timezone.now()])
        return int(cursor.rowcount)
