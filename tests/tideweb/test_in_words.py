"""What `manage.py` says instead of a traceback."""

from __future__ import annotations

import sys

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, NotSupportedError, OperationalError, ProgrammingError

from tideweb.management.in_words import in_words

AWAY = OperationalError("connection refused\nIs the server running?")
OLD = ProgrammingError("relation games_game does not exist\nLINE 1: SELECT")
OLD.__cause__ = psycopg.errors.UndefinedTable()
DENIED = ProgrammingError("permission denied for schema public\nLINE 1: CREATE TABLE")
DENIED.__cause__ = psycopg.errors.InsufficientPrivilege()
THIRTEEN = NotSupportedError("PostgreSQL 14 or later is required (found 13.2).")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ImproperlyConfigured("SITE_URL is not set."), "^SITE_URL is not set.$"),
        (AWAY, "does not answer, or gave up: connection refused. See what .*doctor"),
        (OLD, "not of this version: relation games_game does not exist. Run manage.py migrate"),
        (DENIED, "^The user of .*: permission denied for schema public. Make .* owner"),
        (
            THIRTEEN,
            r"^PostgreSQL 14 or later is required \(found 13.2\). Tideweb needs 15 or later",
        ),
    ],
)
def test_settings_and_database_are_blamed_in_a_sentence(error: Exception, reason: str) -> None:
    with pytest.raises(SystemExit, match=reason), in_words():
        raise error


def test_what_is_our_fault_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DatabaseError), in_words():
        raise ProgrammingError("syntax error")
    with pytest.raises(DatabaseError), in_words():
        raise NotSupportedError("FOR UPDATE is not allowed with DISTINCT clause")
    monkeypatch.setattr(sys, "argv", ["manage.py", "outages", "--traceback"])
    with pytest.raises(OperationalError), in_words():
        raise AWAY
