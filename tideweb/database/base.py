"""The database ENGINE."""

import time
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base

RECENT = 1.0  # seconds
NEVER_BY_ITSELF = 2**31  # executions before psycopg would prepare a statement automatically


class DatabaseWrapper(base.DatabaseWrapper):
    """Skips the health check of connections used within the last second.

    With CONN_HEALTH_CHECKS Django runs `SELECT 1` before the first statement of every request,
    which would be a sixth of all statements of a bid. A database restart takes longer than a
    second; a bid that hits it is retried (`accounts.operation.database_errors.once_more`), and a
    broken connection is never reused.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._went_at = 0.0  # monotonic time of the last use

    def get_connection_params(self) -> dict[str, Any]:
        """Allows explicit preparation (`accounts.rows`): planning the statements of a bid costs
        twice as much as running them. Django's default disables preparation altogether.
        """
        params = super().get_connection_params()
        if settings.DATABASE_PREPARES and params["prepare_threshold"] is None:
            params["prepare_threshold"] = NEVER_BY_ITSELF
        return params

    def close_if_health_check_failed(self) -> None:
        now = time.monotonic()
        if now - self._went_at < RECENT and not self.errors_occurred:
            self.health_check_done = True
        super().close_if_health_check_failed()
        self._went_at = now
