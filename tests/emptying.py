"""Cleans up after tests that commit, by deleting only from tables that were written to.

Django would truncate all tables and then recreate permissions, groups and the broker: a third of a
second after each such test, most of which write to ten tables out of sixty.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.test import TransactionTestCase

from tests import process_fixtures

GUARDED = "accounts_moderationentry"  # may be truncated in tests, but rows can't be deleted
TRIES = 10


def filled(tables: Iterable[str]) -> str:
    """A query for those of these tables that have any rows, which reads no more than that."""
    return " UNION ALL ".join(f"(SELECT '{each}' FROM {_quoted(each)} LIMIT 1)" for each in tables)


class Emptying:
    """Remembers the initial content of a database, and restores it."""

    def __init__(self) -> None:
        models = connection.introspection.django_table_names(True, include_views=False)
        self._tables = sorted([*models, settings.CACHE_TABLE])  # which counts attempts
        self._at_first = self._digests(self._filled())

    def install(self) -> None:
        """Cleans up after each test that commits, by Django's way if this can't work."""
        theirs: Callable[[Any], None] = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

        def teardown(case: TransactionTestCase) -> None:
            if case.serialized_rollback or case.available_apps is not None or not self.empty():
                theirs(case)
                self._at_first = self._digests(self._filled())  # the same rows with other ids
                process_fixtures.forget()

        TransactionTestCase._fixture_teardown = teardown  # type: ignore[attr-defined]
        _keep_connections()

    def empty(self) -> bool:
        """Restores the initial content; False if it can't, and then nothing is changed.

        A request that a test left running may hold what we wait for, or wait for what we hold: the
        server then ends either of us, and the next time it is over.
        """
        for _ in range(TRIES - 1):
            try:
                return self._empty()
            except OperationalError:
                continue
        return self._empty()

    def _empty(self) -> bool:
        with transaction.atomic(), connection.cursor() as cursor:
            # Waits for other threads and processes that are still writing.
            cursor.execute(f"LOCK TABLE {', '.join(map(_quoted, self._tables))}")
            if self._digests(self._at_first) != self._at_first:
                return False
            written = self._filled() - self._at_first.keys()
            if GUARDED in written:
                cursor.execute(f"TRUNCATE {_quoted(GUARDED)} CASCADE")
            for table in written - {GUARDED}:  # any order: keys are checked at the commit
                cursor.execute(f"DELETE FROM {_quoted(table)}")
        return True

    def _filled(self) -> set[str]:
        """The tables that have any rows."""
        with connection.cursor() as cursor:
            cursor.execute(filled(self._tables))
            return {row[0] for row in cursor.fetchall()}

    def _digests(self, tables: Iterable[str]) -> dict[str, str]:
        """A digest of all rows, by table."""
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
    """Django closes the connection after each test that commits. A new one has no table cached and
    no statement prepared, and costs as much as a small test. So it is kept and its settings are
    reset, unless the test itself has replaced it."""
    begun_with: list[object] = [None]
    # The names are private, so Django's stubs know the first as no class method and the second not
    # at all.
    theirs = TransactionTestCase._fixture_setup.__func__  # type: ignore[attr-defined]

    def setup(case: type[TransactionTestCase]) -> None:
        if connection.connection is not None and not connection.is_usable():
            connection.close()  # another session ended it
        connection.ensure_connection()
        begun_with[0] = connection.connection
        theirs(case)

    def is_replaced(case: TransactionTestCase) -> bool:
        if connection.connection is not begun_with[0]:
            return True
        with connection.cursor() as cursor:
            cursor.execute("RESET ALL")
        connection.ensure_timezone()
        return False

    TransactionTestCase._fixture_setup = classmethod(setup)  # type: ignore[attr-defined]
    TransactionTestCase._should_reload_connections = is_replaced  # type: ignore[attr-defined]


def _quoted(table: str) -> str:
    return connection.ops.quote_name(table)
