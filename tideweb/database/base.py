"""The database ENGINE."""

import time
from datetime import UTC, datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, OperationalError
from django.db.backends.postgresql import base, operations
from django.db.backends.postgresql.psycopg_any import BaseTzLoader, get_adapters_template
from django.db.utils import DatabaseErrorWrapper
from django.utils.functional import cached_property
from psycopg import Error, errors
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Loader

from tideweb.database import prepared
from tideweb.database.schema import SchemaEditor

RECENT = 1.0  # seconds


# The stubs know nothing of what Django has only with psycopg 3.
class Moment(BaseTzLoader):  # type: ignore[misc]
    """Reads a `timestamptz` as Python reads ISO 8601: in a tenth of the time that it takes Django,
    which goes by psycopg's pattern in Python.
    """

    timezone = UTC

    def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
        Loader.__init__(self, oid, context)  # psycopg's looks up a time zone that we don't need
        self._context = context

    def load(self, data: Buffer) -> datetime:
        try:
            return datetime.fromisoformat(str(data, "ascii"))
        except ValueError:  # before the year 1, after 9999, or infinity
            return self._as_djangos(data)

    def _as_djangos(self, data: Buffer) -> datetime:
        super().__init__(self.oid, self._context)
        return super().load(data)  # type: ignore[no-any-return]


# What every connection's own adapters are copied from.
get_adapters_template(True, UTC).register_loader("timestamptz", Moment)


class DatabaseOperations(operations.DatabaseOperations):
    compiler_module = "tideweb.database.compiler"


class Errors(DatabaseErrorWrapper):
    """Django's error classes; but a server that takes no changes, since another one leads now,
    counts as down: asking again leads to the other.
    """

    def __init__(self, wrapper: base.DatabaseWrapper) -> None:
        super().__init__(wrapper)
        self._connection = wrapper

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            return
        if issubclass(kind, Error) and not issubclass(kind, errors.LockNotAvailable):
            self._doubt_prepared()
        demoted = issubclass(kind, errors.ReadOnlySqlTransaction)
        if demoted and self._connection.alias == DEFAULT_DB_ALIAS:
            self._connection.errors_occurred = True
            raise OperationalError(*error.args).with_traceback(trace) from error
        super().__exit__(kind, error, trace)

    def _doubt_prepared(self) -> None:
        if self._connection.connection is not None:
            self._connection.connection._prepared.doubt()


class DatabaseWrapper(base.DatabaseWrapper):
    """Skips the health check of connections used within the last second.

    With CONN_HEALTH_CHECKS Django runs `SELECT 1` before the first statement of every request,
    which would be a sixth of all statements of a bid. A database restart takes longer than a
    second; a bid that hits it is retried (`accounts.operation.database_errors.once_more`), and a
    broken connection is never reused.
    """

    ops_class = DatabaseOperations
    SchemaEditorClass = SchemaEditor

    @cached_property
    def wrap_database_errors(self) -> Errors:
        return Errors(self)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._went_at = 0.0  # monotonic time of the last use
        self.cursors: dict[str, Any] = {}  # of this connection, by statement (accounts.rows)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.cursors = {}
        return prepared.keep_prepared(super().get_new_connection(conn_params))

    def close_if_unusable_or_obsolete(self) -> None:
        """Ends a connection on which a request met an error: a statement that it has prepared may
        be of no use any more, since a migration gave a column another type.
        """
        if self.errors_occurred:
            self.close()
        super().close_if_unusable_or_obsolete()

    def close_if_health_check_failed(self) -> None:
        now = time.monotonic()
        if now - self._went_at < RECENT and not self.errors_occurred:
            self.health_check_done = True
        super().close_if_health_check_failed()
        self._went_at = now
