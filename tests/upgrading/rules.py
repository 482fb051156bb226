"""What a migration must not do while hands are played by the code of before and of now at once.

The first half is about that code (it reads and writes columns that it knows), the second about
locks; squawk reads the SQL itself. A migration that knows better says why in `without_a_stop`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db import connection, models
from django.db.migrations import operations as ops
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation

from tests.upgrading import MIGRATED, states

EXEMPT = "without_a_stop"  # a sentence, on the class of the migration
# Of all that squawk knows, what holds up others.
LOCKING = {
    "adding-field-with-default", "adding-foreign-key-constraint", "adding-not-nullable-field",
    "adding-primary-key-constraint", "adding-required-field", "adding-serial-primary-key-field",
    "changing-column-type", "constraint-missing-not-valid", "disallowed-unique-constraint",
    "require-concurrent-index-creation", "ban-truncate-cascade",
}  # fmt: skip


def to_come() -> list[Migration]:
    """The migrations that are not released yet."""
    known = states.loader().disk_migrations
    return [known[key] for key in sorted(known) if key[0] in MIGRATED and key[1] > MIGRATED[key[0]]]


def objections(migration: Migration) -> list[str]:
    """What is wrong with it, in sentences; nothing where it says why that does not matter."""
    if getattr(migration, EXEMPT, ""):
        return []
    made = {op.name_lower for op in migration.operations if isinstance(op, ops.CreateModel)}
    about_code = [text for op in migration.operations for text in _for_old_code(op, made)]
    return [f"{migration}: {text}" for text in (*about_code, *_locks(migration, made))]


def _for_old_code(op: Operation, made: set[str]) -> Iterator[str]:
    if isinstance(op, ops.DeleteModel):
        yield f"the code of before reads the table of {op.name}: delete it one release later"
    elif isinstance(op, ops.RenameModel | ops.RenameField):
        yield f"the code of before knows the old name ({op.describe()}): add, copy, drop later"
    elif isinstance(op, ops.RemoveField):
        yield (
            f"the code of before writes {op.model_name}.{op.name}: first a release that does not "
            "know it (SeparateDatabaseAndState), then drop it"
        )
    elif isinstance(op, ops.AddField) and op.model_name_lower not in made:
        yield from _added(op)
    elif (
        isinstance(op, ops.AddConstraint)
        and isinstance(op.constraint, models.UniqueConstraint)
        and op.model_name_lower not in made
    ):
        yield (
            f"{op.constraint.name}: building a unique index holds up all writes; build it by "
            "AddIndexConcurrently first"
        )


def _added(op: ops.AddField) -> Iterator[str]:
    field = op.field
    stored = not field.many_to_many
    if stored and not field.null and field.db_default is models.NOT_PROVIDED:
        yield (
            f"the code of before inserts no {op.model_name}.{op.name}: give it db_default, or let "
            "it be null"
        )


def _locks(migration: Migration, made: set[str]) -> list[str]:
    """By squawk, of the SQL that Django makes of it; a new table holds up nobody."""
    sql = sql_of(migration, lambda op: not _about(op, made) and not isinstance(op, ops.RunPython))
    return squawk(sql) if sql else []


def _about(op: Operation, made: set[str]) -> bool:
    return getattr(op, "model_name_lower", getattr(op, "name_lower", "")) in made


def sql_of(migration: Migration, wanted: Callable[[Operation], bool]) -> str:
    """What Django would send for those of its operations."""
    label = migration.app_label
    state = states.after(list(migration.dependencies))
    with (
        states.each_model_alone(),
        connection.schema_editor(collect_sql=True, atomic=False) as editor,
    ):
        for op in migration.operations:
            before = state.clone()
            op.state_forwards(label, state)
            if wanted(op):
                op.database_forwards(label, editor, before, state)
    return "\n".join(str(line) for line in editor.collected_sql)


def squawk(sql: str) -> list[str]:
    """Its complaints about locks."""
    program = Path(sys.executable).with_name("squawk")
    with tempfile.NamedTemporaryFile("w", suffix=".sql", encoding="utf-8") as file:
        file.write(sql)
        file.flush()
        done = subprocess.run(
            [str(program), "--reporter", "json", "--pg-version", "15.0", file.name],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    found = json.loads(done.stdout or "[]")
    return [f"{e['rule_name']}: {e['message']}" for e in found if e["rule_name"] in LOCKING]
