"""What `manage.py` says instead of a traceback, if settings or database are to blame."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, NotSupportedError, OperationalError
from psycopg.errors import InsufficientPrivilege, UndefinedColumn, UndefinedTable


@contextmanager
def in_words() -> Iterator[None]:
    """Context manager: raises `SystemExit` with the reason. `--traceback` shows the traceback."""
    try:
        yield
    except (ImproperlyConfigured, DatabaseError) as error:
        reason = _reason(error)
        if reason is None or "--traceback" in sys.argv:
            raise
        sys.exit(reason)


def _reason(error: Exception) -> str | None:
    first = str(error).partition("\n")[0].rstrip(".")
    if isinstance(error.__cause__, UndefinedTable | UndefinedColumn):
        return f"The database is not of this version: {first}. Run manage.py migrate first."
    if isinstance(error.__cause__, InsufficientPrivilege):
        return (
            f"The user of DATABASE_URL may not do that: {first}. Make that user the owner of the "
            "database, and of any tables in it (ALTER … OWNER TO), and run this again."
        )
    if isinstance(error, NotSupportedError) and "or later is required" in first:
        return f"{first}. Tideweb needs 15 or later."
    if isinstance(error, OperationalError):
        return (
            f"The database does not answer, or gave up: {first}. See what manage.py doctor says, "
            "and run this again."
        )
    return str(error) if isinstance(error, ImproperlyConfigured) else None
