"""The database's clock is the one that counts. A host whose own clock is wrong runs no timers."""

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
LATELY = timedelta(minutes=5)  # a host not heard of for longer is right again, or gone


class _Known:
    """The last measurement: our lead, when (monotonic time), and wall clock minus monotonic."""

    ahead = timedelta()
    at = -KNOWN_FOR
    offset = 0.0


def ahead() -> timedelta:
    """How far this host's clock is ahead of the database's."""
    now()
    return _Known.ahead


def now() -> datetime:
    """The current time by the database's clock.

    The offset is cached for `KNOWN_FOR` seconds, and measured again at once if this host's clock
    has jumped relative to its monotonic clock.
    """
    moment = time.monotonic()
    jumped = time.time() - moment - _Known.offset
    if moment - _Known.at > KNOWN_FOR or abs(jumped) > MAX_OFF:
        _Known.ahead = _asked()
        _Known.at, _Known.offset = moment, time.time() - moment
    return timezone.now() - _Known.ahead


def _asked() -> timedelta:
    """Measures the offset with one query; zero if the answer lies between sending and receiving."""
    before = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        theirs = float(cursor.fetchone()[0])
    after = time.time()
    agree = before <= theirs <= after
    return timedelta(seconds=0 if agree else (before + after) / 2 - theirs)


def is_wrong() -> bool:
    """Whether this host's clock is wrong by more than a minute, either way; if so, that is noted
    for the operators."""
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
    """Hosts that have found their clock wrong in the last five minutes."""
    return list(WrongClock.objects.filter(at__gt=Now() - LATELY).order_by("host"))
