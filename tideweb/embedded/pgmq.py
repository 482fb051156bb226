"""The queue tables of the broker `pgmq://`, in our own database."""

from importlib.resources import files

from django.db import connections, transaction


def install(using: str = "default") -> bool:
    """Loads the SQL that comes with the pgmq package; False if it had been loaded before."""
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('tideweb-pgmq'))")
        cursor.execute("SELECT to_regclass('pgmq.meta') IS NOT NULL")
        if cursor.fetchone()[0]:
            return False
        cursor.execute(files("pgmq").joinpath("sql/pgmq.sql").read_text(encoding="utf-8"))
    return True
