"""No migration that is to come stops play, nor breaks the code of before (tests/upgrading)."""

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import models
from django.db.migrations import operations as ops
from django.db.migrations.migration import Migration

from tests.upgrading import MIGRATED, rules

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
