"""Reading ahead: what the notices of one batch need, in a few queries for all of them.

Whoever composes asks for one notice (`found`); if it was claimed together with others, the
same question is answered for all that are still to go.  What was read so is used for `FRESH`
seconds only, because a letter is to be true when it goes.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from django.db import DatabaseError

from accounts.models import Notice

log = logging.getLogger(__name__)
FRESH = 2.0  # seconds
Reading = Callable[[Sequence[Notice]], Sequence[Any]]
READINGS: dict[str, Reading] = {}


def register(name: str, reading: Reading) -> None:
    """Makes a question known; `reading` answers it for many notices, in their order."""
    READINGS[name] = reading


class Batch:
    """Notices that go one after the other, and what was read of those still to go."""

    def __init__(self, notices: Sequence[Notice]) -> None:
        self._notices = list(notices)
        self._places = {notice.pk: place for place, notice in enumerate(self._notices)}
        self._found: dict[str, dict[int, Any]] = {}
        self._read_at: dict[str, float] = {}

    def found(self, name: str, notice: Notice) -> Any:
        """The answer for this notice, read anew when it has become old."""
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
    """For all of them; where one breaks that, for the first alone, so that only it is reported."""
    try:
        return READINGS[name](notices)
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 – a defect in one must not stop the others
        log.warning("Reading ahead (%s) broke: %s", name, type(error).__name__)
        return READINGS[name](notices[:1])


def link(notices: Sequence[Notice]) -> None:
    """Makes a batch of notices that were claimed together."""
    batch = Batch(notices)
    for notice in notices:
        vars(notice)["batch"] = batch


def batch_of(notice: Notice) -> Batch:
    """The batch in which it was claimed, or one of its own."""
    found = vars(notice).get("batch")
    return found if isinstance(found, Batch) else Batch([notice])


def found(name: str, notice: Notice) -> Any:
    """The answer to a question about this notice."""
    return batch_of(notice).found(name, notice)
