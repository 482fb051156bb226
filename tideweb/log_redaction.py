"""Redacts exceptions for logs and error pages: kind and location, but no values.

The message of an exception may quote a card (`KeyError: '44'`, or a refused bid), and so may local
variables. Only errors of files, network, database and broker keep their message, and only its first
line, since the others may contain rows.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any, TextIO

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.db import Error as DjangoDatabaseError
from django.utils.html import escape
from django.views.debug import ExceptionReporter
from kombu.exceptions import KombuError

FROM_BELOW = (OSError, psycopg.Error, DjangoDatabaseError, ImproperlyConfigured, KombuError)
ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def named(error: BaseException) -> str:
    """The exception's class, with its message if that can't be about a game."""
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    line = str(error).partition("\n")[0] if isinstance(error, FROM_BELOW) else ""
    return f"{kind}: {line}" if line else kind


def traceback_lines(error: BaseException, *, seen: frozenset[int] = frozenset()) -> Iterator[str]:
    """The lines of a traceback including causes, without messages and variables."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from traceback_lines(before, seen=seen | {id(error)})
        yield "\nthen:\n"
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{named(error)}\n"


def as_text(exc_info: ExcInfo) -> str:
    """The redacted traceback as text, for JSON logs."""
    return "".join(traceback_lines(exc_info[1])).rstrip("\n")


def write(out: TextIO, exc_info: ExcInfo) -> None:
    """Writes the redacted traceback, for plain logs."""
    out.write("\n" + as_text(exc_info))


class QuietTasks(logging.Filter):
    """Redacts exceptions in Celery's messages."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and isinstance(record.args, dict) and "exc" in record.args:
            record.args = {**record.args, "exc": named(error), "traceback": ""}
        return True


class QuietPaths(logging.Filter):
    """Replaces the path in Django's messages, which may be a secret link, by its URL pattern."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path is not None and isinstance(record.args, tuple):
            match = getattr(request, "resolver_match", None)
            pattern = match.route if match else "an address that there is not"
            record.args = tuple(pattern if each == path else each for each in record.args)
        return True


class QuietReporter(ExceptionReporter):
    """The error page for DEBUG=True, without the local variables that Django's shows."""

    def get_traceback_text(self) -> Any:
        error = self.exc_value
        return (
            "".join(traceback_lines(error))
            if isinstance(error, BaseException)
            else "Something broke.\n"
        )

    def get_traceback_html(self) -> Any:
        return (
            f"<!doctype html><title>It broke</title><pre>{escape(self.get_traceback_text())}</pre>"
        )
