"""Exceptions are told by place and kind; what they say may be about somebody's cards."""

import logging
import sys
from typing import Any

import psycopg
import pytest
from django.test import RequestFactory

from tideweb import log_redaction

CARD = "the 44"


def broken(error: Exception, cause: Exception | None = None) -> str:
    """The traceback of an error that was raised here."""
    try:
        raise error from cause
    except Exception:  # noqa: BLE001 - all of them are told
        info: Any = sys.exc_info()
    return log_redaction.as_text(info)


@pytest.mark.parametrize("error", [KeyError(CARD), ValueError(CARD), RuntimeError(CARD)])
def test_neither_text_nor_cause_is_quoted(error: Exception) -> None:
    told = broken(error, ZeroDivisionError(CARD))
    assert type(error).__name__ in told
    assert "ZeroDivisionError" in told
    assert "in broken" in told
    assert CARD not in told


def test_what_comes_from_below_is_quoted_by_its_first_line() -> None:
    assert "OSError: the disk is full" in broken(OSError("the disk is full"))
    refused = psycopg.IntegrityError(f"duplicate key\nDETAIL:  Key (bid)=({CARD}) is there.")
    told = broken(refused)
    assert "duplicate key" in told
    assert CARD not in told


def test_errors_that_caused_each_other_are_told_once() -> None:
    one, other = KeyError("a"), KeyError("b")
    one.__cause__, other.__cause__ = other, one
    assert "".join(log_redaction.traceback_lines(one)).count("KeyError") == 2


def test_the_message_of_a_task_that_failed_says_its_kind() -> None:
    error = KeyError(CARD)
    context = {"name": "resolve", "exc": repr(error), "traceback": repr(error)}
    record = logging.LogRecord(
        "celery.app.trace", logging.ERROR, "", 1, "Task %(name)s: %(exc)s %(traceback)s",
        (context,), (KeyError, error, None),
    )  # fmt: skip
    assert log_redaction.QuietTasks().filter(record)
    assert record.getMessage() == "Task resolve: KeyError "


def test_the_error_page_shows_no_variable() -> None:
    hidden = f"{CARD} is held"
    try:
        raise LookupError(hidden)
    except LookupError:
        reporter = log_redaction.QuietReporter(RequestFactory().get("/"), *sys.exc_info())
    for page in (reporter.get_traceback_html(), reporter.get_traceback_text()):
        assert "LookupError" in page
        assert CARD not in page
