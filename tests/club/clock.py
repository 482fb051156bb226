"""Virtual time: during a run, `django.utils.timezone.now` returns a value that we set.

We replace the class `datetime` in Django's module rather than the function `now`, because model
fields have stored the function as their default.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from typing import Any

from django.utils import timezone

TICK = timedelta(milliseconds=1)


class Clock:
    """The current moment, `at`; no two actions happen at the same moment."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def reach(self, moment: datetime) -> None:
        """Advances to this moment, or by a tick if it is past."""
        self.at = max(self.at + TICK, moment)


class _Moments(type):
    """Makes every datetime an instance of the replaced class."""

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
    """Context manager: Django's clock follows the yielded one; restored afterwards."""
    clock, real = Clock(start), timezone.datetime  # type: ignore[attr-defined]
    timezone.datetime = _stand_in(clock)  # type: ignore[attr-defined]
    try:
        yield clock
    finally:
        timezone.datetime = real  # type: ignore[attr-defined]
