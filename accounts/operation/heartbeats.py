"""The service notices its own downtime: each part writes down that it lives, and a gap is an
outage.

The sweep beats whenever it begins, the outbox whenever all that was due could be tried, the
listener for mail every half minute.  What never beat is not run here and is not missed; what has
been silent for longer than `LONGEST` was given up by its operator.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import Heartbeat, Outage
from accounts.operation import database_clock

SWEEP, OUTBOX, MAILIN = "sweep", "outbox", "mailin"
MAX_OUTAGE = timedelta(days=3)
# A row that is this new is left alone: parts of which many run would write it all the time.
NEW = timedelta(seconds=5)


def beat(service: str, now: datetime | None = None) -> Outage | None:
    """Notes that a part lives; the outage that this ends, if there was one.

    Of two that beat after a gap at the same time one finds it.  A clock that was set back is no
    outage.  `OUTAGE_AFTER` 0 in the settings: nothing is ever one.
    """
    now = now or database_clock.now()
    last = Heartbeat.objects.filter(service=service).values_list("at", flat=True).first()
    if last is not None and timedelta() <= now - last < NEW:
        return None
    if _goes_on(service, now):
        return None
    with transaction.atomic():
        Heartbeat.objects.get_or_create(service=service, defaults={"at": now})
        row = Heartbeat.objects.select_for_update(no_key=True).get(service=service)
        began, row.at = row.at, now
        row.save(update_fields=["at"])
        return _outage(service, began, now)


def _goes_on(service: str, now: datetime) -> bool:
    """Notes it in one go where there was no gap; False where that must be looked at."""
    since = now - timedelta(seconds=settings.OUTAGE_AFTER)
    rows = Heartbeat.objects.filter(service=service)
    return bool((rows.filter(at__gte=since) if settings.OUTAGE_AFTER else rows).update(at=now))


def _outage(service: str, began: datetime, now: datetime) -> Outage | None:
    if not settings.OUTAGE_AFTER or now - began <= timedelta(seconds=settings.OUTAGE_AFTER):
        return None
    return Outage.objects.create(what=service, began=began, ended=now)


def silent_since(now: datetime) -> datetime | None:
    """Since when some part has been silent for too long, and is still; None if none is."""
    if not settings.OUTAGE_AFTER:
        return None
    too_long = now - timedelta(seconds=settings.OUTAGE_AFTER)
    silent = Heartbeat.objects.filter(at__lt=too_long, at__gt=now - MAX_OUTAGE).exclude(
        service=SWEEP
    )
    return silent.order_by("at").values_list("at", flat=True).first()


def forget(service: str) -> bool:
    """Takes it that a part is not run here any more; True if it ever was."""
    return bool(Heartbeat.objects.filter(service=service).delete()[0])
