"""How migrations wait for locks (docs/operating.md, Upgrades)."""

import time
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import schema
from psycopg.errors import LockNotAvailable

PAUSE = 10.0  # seconds in which people play on


class SchemaEditor(schema.DatabaseSchemaEditor):
    """Outside a transaction, no statement gives up on its lock: the migration could not be run
    again, since what it did before stays.
    """

    def execute(self, sql: Any, params: Any = ()) -> None:
        if self.collect_sql or self.connection.in_atomic_block:
            super().execute(sql, params)
        elif "CONCURRENTLY" in str(sql):
            self._beside_all(sql, params)
        else:
            self._until_locked(sql, params)

    def _beside_all(self, sql: Any, params: Any) -> None:
        """It waits for every older transaction, such as a backup's, but nobody waits for it."""
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('lock_timeout')")
            (limit,) = cursor.fetchone()
            cursor.execute("SET lock_timeout = 0")
            try:
                super().execute(sql, params)
            finally:
                cursor.execute("SELECT set_config('lock_timeout', %s, false)", [limit])

    def _until_locked(self, sql: Any, params: Any) -> None:
        while True:
            try:
                return super().execute(sql, params)
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable):
                    raise
                time.sleep(PAUSE)
