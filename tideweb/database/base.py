"""The ENGINE of the settings."""

import time
from typing import Any

from django.db.backends.postgresql import base

RECENT = 1.0  # seconds


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

    def close_if_health_check_failed(self) -> None:
        now = time.monotonic()
        if now - self._went_at < RECENT and not self.errors_occurred:
            self.health_check_done = True
        super().close_if_health_check_failed()
        self._went_at = now
