"""No migration that is to come stops play, nor breaks the code of before (tests/upgrading)."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import OperationalError, connection, models
from django.db.migrations import operations as ops
from django.db.migrations.migration import Migration

from tests.upgrading import MIGRATED, rules, states
from tideweb.database import schema

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_to_come_holds_nobody_up() -> None:
    assert [text for migration in rules.to_come() for text in rules.objections(migration)] == []


def of(*operations: ops.base.Operation, app: str = "games", **more: object) -> Migration:
    parts = {"operations": list(operations), "dependencies": [(app, MIGRATED[app])], **more}
    migration: Migration = type("Migration", (Migration,), parts)("9999_planted", app)
    return migration


CHECK = models.CheckConstraint(condition=models.Q(changes__gte=0), name="planted")
UNIQUE = models.UniqueConstraint(fields=["digest"], name="planted")
PLANTED = {
    "a column that the old code does not fill": (
        of(ops.AddField("Bid", "planted", models.IntegerField(default=1))), "inserts no"),
    "a column that it writes is gone": (
        of(ops.RemoveField("Bid", "changes")), "writes Bid.changes"),
    "another name": (of(ops.RenameField("Bid", "changes", "edits")), "knows the old name"),
    "a table that it reads is gone": (of(ops.DeleteModel("Peek")), "reads the table"),
    "a unique index": (of(ops.AddConstraint("Bid", UNIQUE)), "holds up all writes"),
    "an index that locks": (
        of(ops.AddIndex("Bid", models.Index(fields=["digest"], name="planted"))),
        "require-concurrent-index-creation"),
    "a check that reads all rows": (
        of(ops.AddConstraint("Bid", CHECK)), "constraint-missing-not-valid"),
    "another type": (
        of(ops.AlterField("Bid", "changes", models.BigIntegerField(default=0))),
        "changing-column-type"),
    "what may be empty no longer": (
        of(ops.AlterField("Bid", "opened", models.JSONField())), "adding-not-nullable-field"),
    "rewritten by hand": (
        of(ops.RunSQL("ALTER TABLE games_bid ADD COLUMN x serial PRIMARY KEY")), "serial"),
}  # fmt: skip


@pytest.mark.parametrize("fault", PLANTED)
def test_each_planted_fault_is_found(fault: str) -> None:
    migration, text = PLANTED[fault]
    assert text in "\n".join(rules.objections(migration))


def test_what_harms_nobody_is_let_through() -> None:
    index = models.Index(fields=["digest"], name="planted")
    harmless = of(
        ops.AddField("Bid", "planted", models.IntegerField(db_default=1)),
        ops.AddField("Bid", "perhaps", models.IntegerField(null=True)),
        AddIndexConcurrently("Bid", index),
        ops.CreateModel("Planted", [("id", models.BigAutoField(primary_key=True))]),
        ops.AddField("Planted", "full", models.IntegerField(default=1)),
        atomic=False,
    )
    assert rules.objections(harmless) == []


def test_one_that_says_why_is_let_through() -> None:
    why = {rules.EXEMPT: "Nobody has written there since the release before."}
    assert rules.objections(of(ops.RemoveField("Bid", "changes"), **why)) == []


@contextmanager
def reading(table: str, seconds: float) -> Iterator[None]:
    """Somebody's transaction that has read this table and lasts, as that of a pg_dump does."""
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        other.execute(f"SELECT FROM {table} LIMIT 1")
        end = threading.Timer(seconds, other.rollback)
        end.start()
        try:
            yield
        finally:
            end.join()


def run(migration: Migration) -> None:
    state = states.after(list(migration.dependencies))
    with connection.schema_editor(atomic=migration.atomic) as editor:
        migration.apply(state, editor)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(schema, "PAUSE", 0.1)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
        yield
        cursor.execute("RESET lock_timeout")
        cursor.execute("ALTER TABLE games_bid DROP COLUMN IF EXISTS planted")


def columns_and_indexes() -> tuple[bool, bool]:
    """Whether the planted column is there, and a valid index of it."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'games_bid'::regclass
                AND attname = 'planted'),
            EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('planted') AND indisvalid)
        """)
        column, index = cursor.fetchone()
    return column, index


COLUMN = ops.AddField("Bid", "planted", models.IntegerField(null=True))
INDEX = AddIndexConcurrently("Bid", models.Index(fields=["planted"], name="planted"))


@pytest.mark.parametrize("table", ["games_bid", "accounts_canary"])
@pytest.mark.usefixtures("impatient")
def test_one_of_several_steps_waits_for_a_dump_instead_of_stopping_half_way(table: str) -> None:
    with reading(table, 0.6):
        run(of(COLUMN, INDEX, atomic=False))
    assert columns_and_indexes() == (True, True)


@pytest.mark.usefixtures("impatient")
def test_one_of_a_single_transaction_gives_up_and_can_be_run_again() -> None:
    with reading("games_bid", 0.6), pytest.raises(OperationalError, match="lock timeout"):
        run(of(COLUMN))
    assert columns_and_indexes() == (False, False)
    run(of(COLUMN))
    assert columns_and_indexes() == (True, False)
