"""Whose time it is: the database's.  A host whose clock is wrong does nothing that goes by time."""

import logging
import socket
import time
from datetime import datetime, timedelta

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import WrongClock

log = logging.getLogger(__name__)
MAX_WRONG = timedelta(minutes=1)
KNOWN_FOR, MAX_OFF = 10.0, 0.1  # seconds
LATELY = timedelta(minutes=5)  # a host that says so no longer is right again, or gone


class _Known:
    """What the database was asked last, and when that was by the two clocks of this host."""

    ahead = timedelta()
    at = -KNOWN_FOR
    offset = 0.0


def ahead() -> timedelta:
    """How far the clock of this host is ahead of the database's."""
    now()
    return _Known.ahead


def now() -> datetime:
    """The present moment by the database's clock.

    How far this host's is ahead of that is known for some seconds, but not beyond a jump of it
    against the one that only counts how long the host runs.
    """
    moment = time.monotonic()
    jumped = time.time() - moment - _Known.offset
    if moment - _Known.at > KNOWN_FOR or abs(jumped) > MAX_OFF:
        _Known.ahead = _asked()
        _Known.at, _Known.offset = moment, time.time() - moment
    return timezone.now() - _Known.ahead


def _asked() -> timedelta:
    """By one question; nothing, where its time lies between asking and being answered."""
    before = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        theirs = float(cursor.fetchone()[0])
    after = time.time()
    agree = before <= theirs <= after
    return timedelta(seconds=0 if agree else (before + after) / 2 - theirs)


def is_wrong() -> bool:
    """Whether it is by more than a minute, either way; then that is noted for the operators."""
    now()
    wrong = _Known.ahead
    if abs(wrong) <= MAX_WRONG:
        return False
    seconds = round(wrong.total_seconds())
    log.error("The clock of this host is %s seconds ahead of the database's.", seconds)
    WrongClock.objects.update_or_create(
        host=socket.gethostname()[:100], defaults={"seconds": seconds, "at": Now()}
    )
    return True


def wrong_lately() -> list[WrongClock]:
    """The hosts that found their clocks wrong in the last minutes, by the database's time."""
    return list(WrongClock.objects.filter(at__gt=Now() - LATELY).order_by("host"))
