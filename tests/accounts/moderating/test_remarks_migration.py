"""A log with words in its entries comes to have them beside it, and can go back."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from accounts.models import ModerationEntry
from accounts.staff import audit_log
from tests.accounts.making import member
from tests.database_dump import found

BEFORE, NAME = "0016_answered_at", "0017_remarks"


def migrate(*, back: bool) -> None:
    """By this migration alone: none behind it touches the log."""
    loader = MigrationLoader(connection)
    migration = loader.get_migration("accounts", NAME)
    state = loader.project_state(("accounts", BEFORE))
    with connection.schema_editor() as editor:
        (migration.unapply if back else migration.apply)(state, editor)


@pytest.mark.django_db(transaction=True)
def test_words_go_out_of_the_log_and_back_and_the_chain_holds() -> None:
    hedda = member("Hedda")
    audit_log.append(hedda, "warn", "person:1", reason="conduct", text="Herring gulls")
    last = audit_log.append(hedda, "pause", "game:x", reason="asked")
    try:
        migrate(back=True)
        assert found("herring") == ["accounts_moderationentry.text: herring"]
    finally:
        migrate(back=False)
    assert found("herring") == []
    entries = ModerationEntry.objects.order_by("number")
    assert [entry.text for entry in entries] == ["Herring gulls", "", "", ""]
    assert [entry.command for entry in entries[2:]] == ["rechained", "rechained"]
    assert audit_log.verify().entries == 4
    assert audit_log.verify(last.digest).fault == ""
    assert audit_log.verify("0" * 64).fault
