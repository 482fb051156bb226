"""Reads everything in a database, as somebody with a copy of it could.

That is every column of every table in every schema except PostgreSQL's own. Values that are only
encoded (Base64, zlib, hex, pickles) are decoded, since anybody could do that.
"""

import base64
import binascii
import zlib
from collections.abc import Iterator
from typing import Any

from django.db import connection

TABLES = """
    SELECT table_schema, table_name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
"""


def found(*needles: str) -> list[str]:
    """Where any of these occurs, as "table.column: needle", ignoring case."""
    wanted = [needle.casefold().encode() for needle in needles]
    return sorted(
        {
            f"{where}: {needle.decode()}"
            for where, value in values()
            for text in readings(value)
            for needle in wanted
            if needle in text
        }
    )


def values() -> Iterator[tuple[str, Any]]:
    """Every value that is not null, with its table and column."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        for schema, table in cursor.fetchall():
            cursor.execute(f'SELECT * FROM "{schema}"."{table}"')
            names = [column.name for column in cursor.description]
            for row in cursor.fetchall():
                for name, value in zip(names, row, strict=True):
                    if value is not None:
                        yield f"{table}.{name}", value


def readings(value: Any) -> Iterator[bytes]:
    """The value itself and its decoded parts, in lower case."""
    data = bytes(value) if isinstance(value, bytes | memoryview) else _text(value).encode()
    yield data.lower()
    yield data.decode(errors="ignore").casefold().encode()
    for part in data.replace(b".", b":").split(b":"):
        yield from _unpacked(part)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)


def _unpacked(part: bytes) -> Iterator[bytes]:
    try:
        plain = base64.urlsafe_b64decode(part + b"=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        return
    yield plain.lower()
    try:
        yield zlib.decompress(plain).lower()
    except zlib.error:
        return
