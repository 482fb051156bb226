"""What every bid and hand passes is planned once by a connection, and not each time."""

import pytest
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from accounts import rows

pytestmark = pytest.mark.django_db

SQL = "SELECT 41 + %(one)s"


def prepared() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%41 +%'")
        return int(cursor.fetchone()[0])


def test_what_is_written_by_hand_is_prepared_once() -> None:
    assert [rows.fetch(SQL, {"one": 1})[0] for _more in range(3)] == [(42,)] * 3
    assert prepared() == 1


def test_what_django_writes_is_not() -> None:
    with connection.cursor() as cursor:
        for _more in range(9):
            cursor.execute("SELECT 41 + 2")
    assert prepared() == 0


def test_behind_a_pooler_nothing_is() -> None:
    """The next statement may go over another line there."""
    with override_settings(DATABASE_PREPARES=None):
        rows.fetch(SQL, {"one": 1})
        fresh = connection.copy()
        assert fresh.get_connection_params()["prepare_threshold"] is None
    assert prepared() == 0


def test_the_log_of_statements_says_each_time_what_was_sent() -> None:
    with CaptureQueriesContext(connection) as log:
        for _more in range(2):
            rows.fetch(SQL, {"one": 1})
    assert [query["sql"] for query in log.captured_queries] == ["SELECT 41 + $1"] * 2
