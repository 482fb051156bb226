import pytest
from django.core.management import call_command
from django.db import connection


@pytest.mark.django_db
def test_no_model_changed_without_a_migration() -> None:
    try:
        call_command("makemigrations", check_changes=True, dry_run=True, verbosity=1)
    except SystemExit:
        pytest.fail("A model changed: run `manage.py makemigrations` and commit what it writes.")


# Tables to which every hand, message or mail adds rows.
GROWING = ["accounts_notice", *(
    f"games_{name}" for name in (
        "bid", "hand", "idempotencykey", "inboundmail", "logentry", "message", "peek", "ratingstep",
        "replytopic", "seat", "seatclock", "stage",
    )
)]  # fmt: skip
TWICE = """
    SELECT one.indexrelid::regclass::text FROM pg_index AS one, pg_index AS other
    WHERE one.indrelid = ANY (%s::regclass[]) AND other.indrelid = one.indrelid
        AND other.indexrelid <> one.indexrelid AND NOT one.indisunique AND NOT one.indisprimary
        AND one.indpred IS NULL AND other.indpred IS NULL AND one.indexprs IS NULL
        AND other.indkey::text LIKE one.indkey::text || ' %%'
"""


@pytest.mark.django_db
def test_no_index_of_a_growing_table_only_begins_another() -> None:
    with connection.cursor() as cursor:
        cursor.execute(TWICE, [GROWING])
        assert [name for (name,) in cursor.fetchall()] == []
