"""What tests that commit leave behind is deleted table by table, where anything was written.

Django would truncate all tables and then make permissions, groups and broker anew: a third of a
second after each of these tests, most of which write into ten tables out of sixty.
"""

from collections.abc import Callable, Iterable
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
        self._at_first = self._digests(self._filled())

    def install(self) -> None:
        """Every test that commits ends with this; where it cannot help, with Django's own way."""
        theirs: Callable[[Any], None] = TransactionTestCase._fixture_teardown

        def teardown(case: TransactionTestCase) -> None:
            if case.serialized_rollback or case.available_apps is not None or not self.empty():
                theirs(case)
                self._at_first = self._digests(self._filled())  # the same, by other numbers
                again.forget()

        TransactionTestCase._fixture_teardown = teardown  # type: ignore[method-assign]
        _keep_connections()

    def empty(self) -> bool:
        """Whether all is as at first now; if not, nothing was touched."""
        with transaction.atomic(), connection.cursor() as cursor:
            # Whoever still writes, in a thread or another process, comes to its end before.
            cursor.execute(f"LOCK TABLE {', '.join(map(_quoted, self._tables))}")
            if self._digests(self._at_first) != self._at_first:
                return False
            written = self._filled() - self._at_first.keys()
            if GUARDED in written:
                cursor.execute(f"TRUNCATE {_quoted(GUARDED)} CASCADE")
            for table in written - {GUARDED}:  # in any order: keys are checked at the commit
                cursor.execute(f"DELETE FROM {_quoted(table)}")
        return True

    def _filled(self) -> set[str]:
        """The tables that have any rows; asked of all of them, so no more than that."""
        parts = (f"(SELECT '{table}' FROM {_quoted(table)} LIMIT 1)" for table in self._tables)
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(parts))
            return {row[0] for row in cursor.fetchall()}

    def _digests(self, tables: Iterable[str]) -> dict[str, str]:
        """All that stands in these, in a few letters each."""
        found = {}
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(
                    "SELECT md5(string_agg(each::text, ' ' ORDER BY each::text)) "
                    f"FROM {_quoted(table)} AS each"
                )
                found[table] = cursor.fetchone()[0]
        return found


def _keep_connections() -> None:
    """Django ends the connection after each test that commits; a new one knows no statement and no
    table yet, and costs as much as a small test.  Here it stays, with the settings of a new one,
    unless the test has replaced it."""
    begun_with: list[object] = [None]
    theirs = TransactionTestCase._fixture_setup.__func__  # type: ignore[attr-defined]

    def setup(case: type[TransactionTestCase]) -> None:
        if connection.connection is not None and not connection.is_usable():
            connection.close()  # another session ended it
        with connection.cursor() as cursor:
            cursor.execute("RESET ALL")
        connection.ensure_timezone()
        begun_with[0] = connection.connection
        theirs(case)

    def replaced(case: TransactionTestCase) -> bool:
        return connection.connection is not begun_with[0]

    TransactionTestCase._fixture_setup = classmethod(setup)  # type: ignore[assignment]
    TransactionTestCase._should_reload_connections = replaced  # type: ignore[attr-defined]


def _quoted(table: str) -> str:
    return connection.ops.quote_name(table)
