"""A column, filled by the database, that allows reading rows in the order of their commits."""

from django.db import models
from django.db.models.functions import Cast


class TransactionField(models.BigIntegerField):  # type: ignore[type-arg]  # no such class at run time
    """The id of the top-level transaction that wrote the row.

    Row ids are drawn before commit, so a higher id may become visible first. No transaction below
    the horizon (accounts.operation.commit_horizon) is still open, so reading in this order up to
    the horizon misses nothing. Null in rows older than this column.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs |= {"null": True, "editable": False}
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]


def this_transaction() -> Cast:
    """The expression for the column's database default."""
    number = models.Func(function="pg_current_xact_id", output_field=models.TextField())
    return Cast(Cast(number, models.TextField()), models.BigIntegerField())
