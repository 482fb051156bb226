"""The queue tables of the broker `pgmq://`, in the database that we have anyway."""

from importlib.resources import files

from django.db import connections, transaction


def install(using: str = "default") -> bool:
    """Load the SQL that the pgmq package ships, unless it is there; True if it was loaded."""
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('tideweb-pgmq'))")
        cursor.execute("SELECT to_regclass('pgmq.meta') IS NOT NULL")
        if cursor.fetchone()[0]:
            return False
        cursor.execute(files("pgmq").joinpath("sql/pgmq.sql").read_text(encoding="utf-8"))
    return True
