"""What tests that commit leave behind is deleted table by table, where anything was written.

Django would truncate all tables and then make permissions, groups and broker anew: a third of a
second after each of these tests, most of which write into ten tables out of sixty.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection, transaction
from django.test import TransactionTestCase

from tests import again

GUARDED = "accounts_moderationentry"  # may be truncated in tests, but no entry may be deleted


class Emptying:
    """Knows what a database holds from its first moment, and brings it back to that."""

    def __init__(self) -> None:
        self._tables = sorted(
            connection.introspection.django_table_names(only_existing=True, include_views=False)
        )
        self._at_first = self._filled()

    def install(self) -> None:
        """Every test that commits ends with this; where it cannot help, with Django's own way."""
        theirs: Callable[[Any], None] = TransactionTestCase._fixture_teardown

        def teardown(case: TransactionTestCase) -> None:
            if case.serialized_rollback or case.available_apps is not None or not self.empty():
                theirs(case)
                self._at_first = self._filled()  # the same, by other numbers
                again.forget()

        TransactionTestCase._fixture_teardown = teardown  # type: ignore[method-assign]

    def empty(self) -> bool:
        """Whether all is as at first now; if not, nothing was touched."""
        with transaction.atomic(), connection.cursor() as cursor:
            # Whoever still writes, in a thread or another process, comes to its end before.
            cursor.execute(f"LOCK TABLE {', '.join(map(_quoted, self._tables))}")
            filled = self._filled()
            written = filled.keys() - self._at_first.keys()
            if any(filled.get(table) != held for table, held in self._at_first.items()):
                return False
            if GUARDED in written:
                cursor.execute(f"TRUNCATE {_quoted(GUARDED)} CASCADE")
            for table in written - {GUARDED}:  # in any order: keys are checked at the commit
                cursor.execute(f"DELETE FROM {_quoted(table)}")
        return True

    def _filled(self) -> dict[str, str]:
        """A digest of all rows, for each table that has any."""
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
