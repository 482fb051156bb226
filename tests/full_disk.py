"""A database whose disk is full, as far as one connection sees of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from accounts.operation.database_errors import FILE_WRITTEN

NO_ROOM = """DO $$ BEGIN
    RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$"""


@contextmanager
def full_disk() -> Iterator[None]:
    """Meanwhile nothing can be added, but rows may change where their tables have room."""

    def execute(run: Callable[..., Any], sql: str, params: Any, many: bool, more: Any) -> Any:
        grows = sql == FILE_WRITTEN or sql.lstrip().startswith("INSERT")
        return run(NO_ROOM, None, False, more) if grows else run(sql, params, many, more)

    with connection.execute_wrapper(execute):
        yield
