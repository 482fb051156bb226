"""What every bid and hand passes is planned once by a connection, and not each time."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.db import (
    DataError,
    NotSupportedError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)
from django.test.utils import CaptureQueriesContext

from accounts import rows
from accounts.operation.database_errors import once_more
from tideweb.environment import PREPARED, limited

pytestmark = pytest.mark.django_db

SQL = "SELECT 41 + %(one)s"


def prepared(what: str = "SELECT 41 +") -> int:
    """Connections are kept between tests, and so is what they have prepared: each test that counts
    has a statement of its own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE starts_with(statement, %s)", [what]
        )
        return int(cursor.fetchone()[0])


def fetched(sql: str = SQL, **values: int) -> list[rows.Row]:
    """Its rows, once it is prepared."""
    return [rows.fetch(sql, {"one": 1, **values}) for _more in range(3)][-1]


def test_what_is_written_by_hand_is_prepared_from_the_third_time_on() -> None:
    fetched()
    assert prepared() == 1


def test_what_django_writes_is_from_the_third_time_on() -> None:
    counts = []
    for _more in range(4):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 43 + %s", [2])
        counts.append(prepared("SELECT 43 +"))
    assert counts == [0, 0, 1, 1]


def test_behind_a_pooler_nothing_is() -> None:
    """The next statement may go over another line there."""
    behind = limited({}, limits=False)["OPTIONS"]
    assert not behind.keys() & PREPARED.keys()


def test_the_log_of_statements_says_each_time_what_was_sent() -> None:
    with CaptureQueriesContext(connection) as log:
        for _more in range(2):
            rows.fetch(SQL, {"one": 1})
    assert [query["sql"] for query in log.captured_queries] == ["SELECT 41 + 1"] * 2


# What ends a transaction that is rolled back, and how many of one prepared statement are left.
ENDS = pytest.mark.parametrize(("sql", "left"), [
    ("SELECT 1", 1), ("SELECT 1 / 0", 0), ("DO 'BEGIN RAISE lock_not_available; END'", 1),
])  # fmt: skip


def roll_back(sql: str) -> None:
    failing = suppress(DataError, OperationalError)
    with failing, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
        transaction.set_rollback(True)


@ENDS
def test_a_savepoint_that_is_taken_back_leaves_them_unless_a_statement_failed(
    sql: str, left: int
) -> None:
    """One that was refused a lock has failed for no fault of its plan."""
    fetched()
    roll_back(sql)
    assert prepared() == left


@pytest.mark.django_db(transaction=True)
@ENDS
def test_a_transaction_that_is_taken_back_does_too(sql: str, left: int) -> None:
    fetched()
    roll_back(sql)
    assert prepared() == left


@pytest.mark.django_db(transaction=True)
def test_tables_that_were_changed_leave_none(altered: Callable[[], None]) -> None:
    """Neither in the transaction, nor when it is taken back."""
    words, change = "SELECT word FROM planned", "ALTER TABLE planned ALTER word TYPE varchar(7)"
    fetched(words)
    line = connection.connection
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
        assert fetched(words) == []
        with transaction.atomic():
            fetched(words)
            transaction.set_rollback(True)
        assert fetched(words) == []
        transaction.set_rollback(True)
    assert fetched(words) == []
    assert connection.connection is line  # no error made it begin another
    assert prepared(words) == 1
    with transaction.atomic():
        transaction.set_rollback(True)
    assert prepared(words) == 1


@pytest.fixture
def altered() -> Iterator[Callable[[], None]]:
    """A table of our own, `planned`, and how somebody else gives its column another type."""
    beside = connection.copy()

    def say(sql: str) -> None:
        with beside.cursor() as cursor:
            cursor.execute(sql)

    say("DROP TABLE IF EXISTS planned")
    say("CREATE TABLE planned (word varchar(5))")
    yield lambda: say("ALTER TABLE planned ALTER word TYPE varchar(9)")
    say("DROP TABLE planned")
    beside.close()


@pytest.mark.django_db(transaction=True)
def test_a_column_that_a_migration_altered_is_read_on(altered: Callable[[], None]) -> None:
    words = partial(fetched, "SELECT word FROM planned")
    assert words() == []
    altered()
    assert words() == []


@pytest.mark.django_db(transaction=True)
def test_a_request_that_meets_it_through_django_fails_and_the_next_does_not(
    altered: Callable[[], None],
) -> None:
    def words() -> list[rows.Row]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT word FROM planned WHERE word <> %s", [""])
            return cursor.fetchall()

    assert [words() for _more in range(4)] == [[]] * 4
    altered()
    with pytest.raises(NotSupportedError):
        words()
    close_old_connections()  # as Django does between two requests
    assert words() == []


@pytest.mark.django_db(transaction=True)
def test_within_a_transaction_it_is_begun_anew(altered: Callable[[], None]) -> None:
    def words() -> list[rows.Row]:
        with transaction.atomic():
            return fetched("SELECT word FROM planned")

    assert words() == []
    altered()
    assert once_more(words) == []


@pytest.mark.django_db(transaction=True)
def test_a_cursor_is_kept_for_a_statement_until_the_connection_is_lost() -> None:
    sql = "SELECT %(one)s::int + 1"
    first = [rows.fetch(sql, {"one": one}) for one in (1, 2)]
    line: Any = connection
    kept = line.cursors[sql]
    line.close()
    assert [*first, rows.fetch(sql, {"one": 3})] == [[(2,)], [(3,)], [(4,)]]
    assert line.cursors[sql] is not kept


@pytest.mark.django_db
def test_a_kept_cursor_runs_on_after_a_statement_of_its_own_failed() -> None:
    sql = "SELECT 6 / %(by)s::int"
    assert rows.fetch(sql, {"by": 2}) == [(3,)]
    with pytest.raises(DataError), transaction.atomic():
        rows.fetch(sql, {"by": 0})
    assert rows.fetch(sql, {"by": 3}) == [(2,)]
