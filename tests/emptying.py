"""Cleans up after tests that commit, by deleting only from tables that were written to.

Django would truncate all tables and then recreate permissions, groups and the broker: a third of a
second after each such test, most of which write to ten tables out of sixty.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection, transaction
from django.test import TransactionTestCase

from tests import again

GUARDED = "accounts_moderationentry"  # may be truncated in tests, but rows can't be deleted


class Emptying:
    """Remembers the initial content of a database, and restores it."""

    def __init__(self) -> None:
        self._tables = sorted(
            connection.introspection.django_table_names(only_existing=True, include_views=False)
        )
        self._at_first = self._filled()

    def install(self) -> None:
        """Cleans up after each test that commits, by Django's way if this can't work."""
        theirs: Callable[[Any], None] = TransactionTestCase._fixture_teardown

        def teardown(case: TransactionTestCase) -> None:
            if case.serialized_rollback or case.available_apps is not None or not self.empty():
                theirs(case)
                self._at_first = self._filled()  # the same rows with other ids
                again.forget()

        TransactionTestCase._fixture_teardown = teardown  # type: ignore[method-assign]

    def empty(self) -> bool:
        """Restores the initial content; False if it can't, and then nothing is changed."""
        with transaction.atomic(), connection.cursor() as cursor:
            # Waits for other threads and processes that are still writing.
            cursor.execute(f"LOCK TABLE {', '.join(map(_quoted, self._tables))}")
            filled = self._filled()
            written = filled.keys() - self._at_first.keys()
            if any(filled.get(table) != held for table, held in self._at_first.items()):
                return False
            if GUARDED in written:
                cursor.execute(f"TRUNCATE {_quoted(GUARDED)} CASCADE")
            for table in written - {GUARDED}:  # any order: keys are checked at the commit
                cursor.execute(f"DELETE FROM {_quoted(table)}")
        return True

    def _filled(self) -> dict[str, str]:
        """A digest of all rows, by table; only tables that have any."""
        parts = (
            f"SELECT '{table}', md5(string_agg(each::text, ' ' ORDER BY each::text)) "
            f"FROM {_quoted(table)} AS each HAVING count(*) > 0"
            for table in self._tables
        )
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(parts))
            return dict(cursor.fetchall())


def _quoted(table: str) -> str:
    return connection.ops.quote_name(table)
