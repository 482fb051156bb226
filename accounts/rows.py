"""Hand-written SQL, read into partially loaded models.

For the few statements that run with every request, bid and hand. There, building a queryset costs
several times as much as PostgreSQL's answer, and planning the query costs PostgreSQL more than
running it. Everything else uses querysets.
"""

from collections.abc import Mapping, Sequence
from json import loads
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, NotSupportedError, connections, router
from django.db.models import JSONField, Model
from django.db.models.base import ModelState
from psycopg import Cursor

M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]


def fetch(sql: str, values: Mapping[str, Any], alias: str = DEFAULT_DB_ALIAS) -> list[Row]:
    """Runs a statement on Django's connection, within its current transaction.

    psycopg keeps how a statement's values and columns are converted as long as a cursor runs no
    other, so each statement has a cursor of its own.
    """
    line: Any = connections[alias]  # looked up once, since that is slow
    line.close_if_health_check_failed()
    again = not line.in_atomic_block  # where a rollback will discard the prepared statement
    while True:
        line.ensure_connection()
        try:
            with line.wrap_database_errors:
                raw = line.cursors.get(sql)
                if raw is None:
                    raw = line.cursors[sql] = Cursor(line.connection)
                made = line.make_debug_cursor(raw) if line.queries_logged else line.make_cursor(raw)
                made.execute(sql, values)
                found: list[Row] = raw.fetchall()
                return found
        except NotSupportedError:  # a column has changed its type since this was prepared
            if not again:
                raise
            again = False
            line.close()


class Columns(Generic[M]):
    """Some columns of a model, or all, selected by hand-written SQL and loaded from a row.

    Other fields are fetched when they are used, and `save` leaves them alone. We build the
    model here because `from_db` goes through the descriptor of each field, which costs more than
    reading the row.
    """

    def __init__(self, model: type[M], *names: str) -> None:
        every = model._meta.concrete_fields
        fields = [field for field in every if not names or field.name in names]
        self._model = model
        self._names = [field.attname for field in fields]
        self.count = len(fields)
        self._json = [at for at, field in enumerate(fields) if isinstance(field, JSONField)]
        self._columns = [f'"{field.column}"' for field in fields]

    def of(self, table: str) -> str:
        """The column list for a SELECT."""
        return ", ".join(f"{table}.{column}" for column in self._columns)

    def take(self, row: Sequence[Any]) -> tuple[M | None, Sequence[Any]]:
        """The model from the first values of a row (None if its id is null), and the rest."""
        values, rest = list(row[: self.count]), row[self.count :]
        if values[0] is None:
            return None, rest
        for at in self._json:
            if values[at] is not None:
                values[at] = loads(values[at])
        found = self._model.__new__(self._model)
        found.__dict__.update(zip(self._names, values, strict=True), _state=ModelState())
        found._state.adding, found._state.db = False, DEFAULT_DB_ALIAS
        return found, rest

    def fetch(self, sql: str, values: Mapping[str, Any]) -> list[M]:
        """The models of all rows of a SELECT of these columns alone, from the replica where that
        is new enough.
        """
        alias = router.db_for_read(self._model)
        taken = (self.take(row)[0] for row in fetch(sql, values, alias))
        found = [each for each in taken if each is not None]
        for each in found:
            each._state.db = alias
        return found
