"""Nothing outlives its transaction, so that a pooler may hand connections on after each.

test_behind_pooler.py plays through a real PgBouncer; this keeps what would not work there out of
all the code.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tideweb.environment import connected

ROOT = Path(settings.BASE_DIR)
SESSION_STATE = {
    "a lock of the session": r"pg_(try_)?advisory_(lock|unlock)",
    "listening": r"\b(UN)?LISTEN\b",
    "a table of the session": r"CREATE\s+TEMP",
    "a setting of the session": r"""["'](SET|RESET)\s+(?!LOCAL)[a-z{]""",
    "a prepared statement": r"\bPREPARE\s+\w+\s+AS\b|prepare=True",
    "a cursor of its own": r"WITH\s+HOLD",
}
# What does so knows it: migrations, the process for streams and a letter to ourselves go past the
# pooler, and the queue in our own database is not for those who need one (docs/scaling.md).
KNOWN = {
    "tideweb/apps.py", "tideweb/embedded/broker.py", "tideweb/embedded/pgmq.py",
    "tideweb/event_hub.py", "accounts/email/self_test.py", "tideweb/database/schema.py",
}  # fmt: skip


def offences(text: str) -> list[str]:
    return [what for what, pattern in SESSION_STATE.items() if re.search(pattern, text)]


def test_no_code_keeps_state_in_a_session() -> None:
    files = [
        path
        for folder in ("accounts", "games", "tideweb")
        for path in (ROOT / folder).rglob("*.py")
    ]
    found = {
        str(path.relative_to(ROOT)): text
        for path in files
        if "migrations" not in path.parts and (text := offences(path.read_text("utf-8")))
    }
    assert {path: text for path, text in found.items() if path not in KNOWN} == {}


@pytest.mark.parametrize(
    "planted",
    [
        'cursor.execute("SELECT pg_advisory_lock(1)")', 'execute("LISTEN nudges")',
        'execute("CREATE TEMP TABLE x (y int)")', 'execute("SET lock_timeout = 1")',
        'execute("PREPARE x AS SELECT 1")', 'execute("DECLARE c CURSOR WITH HOLD FOR SELECT 1")',
    ],
)  # fmt: skip
def test_what_would_keep_state_is_found(planted: str) -> None:
    assert len(offences(planted)) == 1


def test_what_ends_with_its_transaction_is_not() -> None:
    assert offences("SELECT pg_advisory_xact_lock(1)") == []
    assert offences('execute("SET LOCAL lock_timeout = 1")') == []


def test_behind_a_pooler_no_cursor_outlives_a_transaction() -> None:
    given = {"ENGINE": "django.db.backends.postgresql"}
    behind = connected(given, pooled=False, max_age=60, pooler=True)
    assert behind["DISABLE_SERVER_SIDE_CURSORS"]
    assert not connected(given, pooled=False, max_age=60)["DISABLE_SERVER_SIDE_CURSORS"]
