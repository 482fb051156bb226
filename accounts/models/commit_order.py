"""In which order rows became visible: a column that the database fills by itself."""

from django.db import models
from django.db.models.functions import Cast


class TransactionField(models.BigIntegerField):  # type: ignore[type-arg]  # no such class at run time
    """The number of the transaction that wrote a row, subtransactions being part of theirs.

    Numbers of rows are drawn before their transactions commit, and later ones may commit first.
    Up to the horizon (accounts.operation.commit_horizon) no transaction is open any more, so that
    whoever reads in this order up to there misses nothing.  Null: from before there was this.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs |= {"null": True, "editable": False}
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]


def this_transaction() -> Cast:
    """What the database writes into such a column."""
    number = models.Func(function="pg_current_xact_id", output_field=models.TextField())
    return Cast(Cast(number, models.TextField()), models.BigIntegerField())
