"""Prefetching: reads what the notices of one batch need in a few queries for all of them.

Composers ask for one notice (`found`). If it was claimed in a batch, the answer is read for all
notices still to go. Answers are reused for `FRESH` seconds only, because a letter must be true
when it is sent.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError

from accounts.models import Notice

log = logging.getLogger(__name__)
FRESH = 2.0  # seconds
Reading = Callable[[Sequence[Notice]], Sequence[Any]]
READINGS: dict[str, Reading] = {}


def register(name: str, reading: Reading) -> None:
    """Registers a reading, which returns one answer per notice, in order."""
    READINGS[name] = reading


class Batch:
    """Notices that are sent one after another, with the answers read so far."""

    def __init__(self, notices: Sequence[Notice]) -> None:
        self._notices = list(notices)
        self._places = {notice.pk: place for place, notice in enumerate(self._notices)}
        self._found: dict[str, dict[int, Any]] = {}
        self._read_at: dict[str, float] = {}

    def found(self, name: str, notice: Notice) -> Any:
        """The answer for this notice, read again once it is older than `FRESH`."""
        old = time.monotonic() - self._read_at.get(name, -FRESH) >= FRESH
        if old or notice.pk not in self._found[name]:
            self._read(name, self._notices[self._places[notice.pk] :])
        return self._found[name][notice.pk]

    def _read(self, name: str, notices: Sequence[Notice]) -> None:
        answers = _answers(name, notices)
        self._read_at[name] = time.monotonic()
        pairs = zip(notices, answers, strict=False)
        self._found[name] = {notice.pk: answer for notice, answer in pairs}


def _answers(name: str, notices: Sequence[Notice]) -> Sequence[Any]:
    """The answers for all notices; if one of them breaks the reading, for the first alone, so that
    only the faulty notice fails.
    """
    try:
        return READINGS[name](notices)
    except (DatabaseError, SoftTimeLimitExceeded):
        raise
    except Exception as error:  # noqa: BLE001 – a defect in one must not stop the others
        log.warning("Prefetching %s failed: %s", name, type(error).__name__)
        return READINGS[name](notices[:1])


def link(notices: Sequence[Notice]) -> None:
    """Puts these notices into one batch."""
    batch = Batch(notices)
    for notice in notices:
        vars(notice)["batch"] = batch


def batch_of(notice: Notice) -> Batch:
    """The batch it was claimed in, or a batch of its own."""
    found = vars(notice).get("batch")
    return found if isinstance(found, Batch) else Batch([notice])


def found(name: str, notice: Notice) -> Any:
    """The answer of the reading `name` for this notice."""
    return batch_of(notice).found(name, notice)
