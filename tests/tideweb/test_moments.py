"""Moments are read as Django reads them, only quicker."""

from datetime import UTC, datetime

import pytest
from django.db import DataError, connection
from django.db.backends.postgresql.psycopg_any import register_tzloader

from tideweb.database.base import Moment

MOMENTS = (
    "2026-11-25 10:11:12.123456+00", "2026-11-25 10:11:12.5+00", "2026-11-25 10:11:12+00",
    "2027-03-28 02:30:00+01", "0001-01-01 00:00:00+00", "9999-12-31 23:59:59.999999+00",
)  # fmt: skip


def read(text: str, *, as_django_does: bool = False) -> datetime:
    with connection.cursor() as cursor:
        if as_django_does:
            register_tzloader(UTC, cursor.cursor)
        cursor.execute("SELECT %s::timestamptz", [text])
        found: datetime = cursor.fetchone()[0]
        return found


@pytest.mark.django_db
@pytest.mark.parametrize("text", MOMENTS)
def test_it_is_the_same_moment_in_the_same_zone(text: str) -> None:
    found, known = read(text), read(text, as_django_does=True)
    assert (found, found.tzinfo) == (known, UTC)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["infinity", "0044-03-15 00:00:00+00 BC", "10000-01-01 00:00+00"])
def test_what_python_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="timestamp too"):
        read(text)


@pytest.mark.django_db
def test_it_is_this_way_that_reads_them() -> None:
    with connection.cursor() as cursor:
        assert cursor.connection.adapters.get_loader(1184, 0) is Moment
