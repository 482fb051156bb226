"""Classifies database errors, and keeps one failing item from stopping the others."""

import logging
import time
from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import (
    InterfaceError,
    NotSupportedError,
    OperationalError,
    connection,
    transaction,
)
from psycopg import errors

log = logging.getLogger(__name__)
Done = TypeVar("Done")
P = ParamSpec("P")
# Somebody else holds the row, or it took too long: simply try again later.
BUSY = (
    errors.LockNotAvailable,
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.QueryCanceled,
)
# More rows than fit into this memory, so PostgreSQL writes them into a file that it then deletes.
LITTLE_MEMORY = "SET LOCAL work_mem = '64kB'"
FILE_WRITTEN = "SELECT count(*) FROM generate_series(1, 20000)"
SOON, LATER = 2, 30  # seconds until the next attempt if the row was busy, or the database away


def is_busy(error: BaseException) -> bool:
    """Whether this one item has to wait and will work a little later."""
    return isinstance(error, OperationalError) and isinstance(error.__cause__, BUSY)


def is_away(error: BaseException) -> bool:
    """Whether the database itself is down or full, so that nothing else would work either."""
    return isinstance(error, OperationalError | InterfaceError) and not is_busy(error)


def is_cut(error: BaseException) -> bool:
    """Whether this thread's database connection is broken for good."""
    return is_away(error) and not connection.is_usable()


def takes_changes() -> bool:
    """False of a replica, or of a server that was set to be only read."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone() == ("off",))


def has_room() -> bool:
    """False if the disk of the database is full.

    Changes may find room in their tables for hours then, such as heartbeats, but new bids don't.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(LITTLE_MEMORY)
            cursor.execute(FILE_WRITTEN)
    except OperationalError as error:
        if isinstance(error.__cause__, errors.DiskFull):
            return False
        raise
    return True


def when_it_answers(action: Callable[[], object], worth_it: Callable[[], bool]) -> None:
    """Runs an idempotent action, reconnecting and retrying while the database is down, or while
    somebody else holds the rows. Raises the last error once `worth_it` returns False, but tries
    twice in any case: whoever was frozen for longer than that finds only its own connection closed.
    """
    wait = 0
    while True:
        try:
            action()
            return
        except (OperationalError, InterfaceError) as error:
            if not (worth_it() or wait == 0):
                raise
            # Not `is_cut`: leaving a transaction that was cut has already connected anew.
            if is_away(error):
                connection.close()
        time.sleep(wait)
        wait = SOON


def run_isolated(
    step: Callable[[], int], what: str, then: Callable[[Exception], object] | None = None
) -> int:
    """Runs a step and returns its result; 0 if it failed.

    A failure is logged and, unless the row was merely busy, passed to `then`. Raises only if the
    database is away, or the time of the whole task is up, which is no failure of this step.
    """
    try:
        return step()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if is_away(error):
            raise
        if is_busy(error):
            log.warning("%s is busy.", what)
            return 0
        log.exception("%s failed.", what)
        if then is not None:
            then(error)
        return 0


def once_more(action: Callable[[], Done]) -> Done:
    """Runs an idempotent action, and again if the connection broke or a column has changed its
    type since a statement was prepared.

    If the second run fails, the first may have taken effect, so the first error is raised.
    """
    try:
        return action()
    except (OperationalError, InterfaceError, NotSupportedError) as error:
        if is_busy(error) or connection.in_atomic_block:
            raise
        connection.close()
        try:
            return action()
        except Exception:  # noqa: BLE001 - whatever it says now, it says of the second time
            raise error from None


def retried_once(function: Callable[P, Done]) -> Callable[P, Done]:
    """Decorator: runs an idempotent function by `once_more`."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> Done:
        return once_more(partial(function, *args, **kwargs))

    return run
