"""Prepared statements that outlive a rollback."""

import re
from typing import Any

from psycopg._preparing import Prepare, PrepareManager
from psycopg._queries import PostgresQuery
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGconn

DDL = re.compile(rb"\s*(CREATE|ALTER|DROP|DISCARD|DEALLOCATE)\b", re.IGNORECASE)


class PreparedStatements(PrepareManager):
    """Keeps a connection's prepared statements at a rollback, unless one failed before it for
    another reason than a lock, or tables were changed.

    psycopg forgets them at each ROLLBACK and ROLLBACK TO, so that after every bid that is refused
    all that the next one runs would be planned anew. PostgreSQL itself keeps them.
    """

    def __init__(self, pgconn: PGconn, before: PrepareManager) -> None:
        super().__init__()
        self.prepare_threshold = before.prepare_threshold
        self._pgconn = pgconn
        self._doubtful = False

    def doubt(self) -> None:
        """Notes that a statement has failed in a transaction, maybe because its plan was out of
        date.
        """
        self._doubtful |= self._pgconn.transaction_status == TransactionStatus.INERROR

    def get(self, query: PostgresQuery, prepare: bool | None = None) -> tuple[Prepare, bytes]:
        self._doubtful = self._doubtful or DDL.match(query.query) is not None
        return super().get(query, prepare)

    def clear(self) -> bool:
        """psycopg calls it after a rollback, and after a statement that changed tables."""
        if not self._doubtful:
            return False
        # A change of tables may still be taken back by a later rollback.
        self._doubtful = self._pgconn.transaction_status != TransactionStatus.IDLE
        return super().clear()


def keep_prepared(connection: Any) -> Any:
    """Makes this psycopg connection keep its prepared statements; returns it."""
    if not isinstance(connection._prepared, PreparedStatements):
        connection._prepared = PreparedStatements(connection.pgconn, connection._prepared)
    return connection
