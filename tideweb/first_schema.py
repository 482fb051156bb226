"""The tables of a new installation, from one file instead of by every migration there ever was.

`first_schema.sql` holds what the migrations named at its end make of an empty database. Those
that are younger run after it as ever, and where any table stands already nothing is done at all.
`make schema` writes the file; tests/tideweb/test_first_schema.py proves it.
"""

from pathlib import Path

from django.db import connections, transaction

FILE = Path(__file__).with_suffix(".sql")


def load(using: str = "default") -> bool:
    """Whether the database was empty, and is not any more. All of it or nothing is written."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('tideweb-first-schema'))")
        if connection.introspection.table_names(cursor):
            return False
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(FILE.read_text(encoding="utf-8"))
    return True
