"""The ENGINE of the settings."""

import time
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base

RECENT = 1.0  # seconds
NEVER_BY_ITSELF = 2**31  # times that a statement would have to be sent to be prepared unasked


class DatabaseWrapper(base.DatabaseWrapper):
    """With CONN_HEALTH_CHECKS Django asks `SELECT 1` before the first statement of every request.

    A line over which something went a moment ago is not asked: that would be a sixth of all
    statements of a bid. A restart of the database takes longer than that moment; one who bids into
    it is tried once more (`accounts.operation.database_errors.once_more`), and a line that broke
    is never kept.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._went_at = 0.0  # by the clock of `time.monotonic`

    def get_connection_params(self) -> dict[str, Any]:
        """Where Django sets no threshold, psycopg prepares nothing, not even what asks for it
        (`accounts.rows`): the plan of a bid's statements costs twice what they do."""
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
