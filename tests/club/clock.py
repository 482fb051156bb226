"""Virtual time: while a run lasts, `django.utils.timezone.now` is a number that we set.

What it is asked through is the class `datetime` in Django's module, not the function `now`: the
fields of models hold the function as their default, and have held it since they were made.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from typing import Any

from django.utils import timezone

TICK = timedelta(milliseconds=1)


class Clock:
    """The present moment, `at`; no two things that are done happen at the same."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def reach(self, moment: datetime) -> None:
        """Goes on to this moment, or by a tick if that is past already."""
        self.at = max(self.at + TICK, moment)


class _Moments(type):
    """Every moment counts as one of the stand-in's, too."""

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, datetime)


def _stand_in(clock: Clock) -> type[datetime]:
    class Moment(datetime, metaclass=_Moments):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return clock.at.astimezone(tz)

    return Moment


@contextmanager
def virtual(start: datetime) -> Iterator[Clock]:
    """Django's clock shows what the yielded one does; afterwards it shows the time again."""
    clock, real = Clock(start), timezone.datetime  # type: ignore[attr-defined]
    timezone.datetime = _stand_in(clock)  # type: ignore[attr-defined]
    try:
        yield clock
    finally:
        timezone.datetime = real  # type: ignore[attr-defined]
