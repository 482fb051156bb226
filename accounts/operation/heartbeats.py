"""The service notices its own downtime: each part records heartbeats, and a gap is an outage.

The sweep beats whenever it starts, the outbox whenever everything due has been tried (unless the
mail server puts everybody off), the mail listener every half minute. A part that has never beaten
isn't run here and isn't missed; one that has been silent for longer than `MAX_OUTAGE` was given up
by its operator.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import Heartbeat, Outage
from accounts.operation import database_clock

SWEEP, OUTBOX, MAILIN = "sweep", "outbox", "mailin"
# Of beat and a worker together, every 30 seconds; workers sweep without beat and broker, too.
PULSE = "pulse"
PULSE_LOST_AFTER = timedelta(seconds=150)
BACKUP = "backup"  # a base each night; no hand waits for one
MAX_OUTAGE = timedelta(days=3)
RESTORE = "restore"  # not a part: what an outage is called whose data was lost
# A row this fresh is left alone: a part with many processes would write it all the time.
NEW = timedelta(seconds=5)


def beat(service: str, now: datetime | None = None) -> Outage | None:
    """Records a heartbeat; returns the outage that it ends, if there was one.

    If two processes beat after a gap at the same time, only one finds the outage. A clock that
    was set back is no outage, and with OUTAGE_AFTER = 0 nothing is.
    """
    now = now or database_clock.now()
    before = last(service)
    if before is not None and timedelta() <= now - before < NEW:
        return None
    if _goes_on(service, now):
        return None
    with transaction.atomic():
        Heartbeat.objects.get_or_create(service=service, defaults={"at": now})
        row = Heartbeat.objects.select_for_update(no_key=True).get(service=service)
        began, row.at = row.at, now
        row.save(update_fields=["at"])
        return _outage(service, began, now)


def record_outage(service: str, now: datetime) -> None:
    """Records an outage that nobody has noticed yet; no heartbeat otherwise, since the caller does
    not do the work of this part.
    """
    silent = Heartbeat.objects.filter(
        service=service, at__lt=now - timedelta(seconds=settings.OUTAGE_AFTER)
    )
    if settings.OUTAGE_AFTER and silent.exists():
        beat(service, now)


def _goes_on(service: str, now: datetime) -> bool:
    """Records the heartbeat in one UPDATE; False if there was a gap to look at."""
    since = now - timedelta(seconds=settings.OUTAGE_AFTER)
    rows = Heartbeat.objects.filter(service=service)
    return bool((rows.filter(at__gte=since) if settings.OUTAGE_AFTER else rows).update(at=now))


def _outage(service: str, began: datetime, now: datetime) -> Outage | None:
    if not settings.OUTAGE_AFTER or now - began <= timedelta(seconds=settings.OUTAGE_AFTER):
        return None
    return Outage.objects.create(what=service, began=began, ended=now)


def silent_since(now: datetime) -> datetime | None:
    """Since when the longest silent part has been silent for too long; None if all are well."""
    if not settings.OUTAGE_AFTER:
        return None
    too_long = now - timedelta(seconds=settings.OUTAGE_AFTER)
    silent = Heartbeat.objects.filter(at__lt=too_long, at__gt=now - MAX_OUTAGE).exclude(
        service__in=(SWEEP, PULSE, BACKUP)
    )
    return silent.order_by("at").values_list("at", flat=True).first()


def forget(service: str) -> bool:
    """Forgets a part that is no longer run here; True if it ever was."""
    return bool(Heartbeat.objects.filter(service=service).delete()[0])


def note(service: str, at: datetime) -> None:
    """Records a heartbeat of a part in which a gap is no outage."""
    Heartbeat.objects.update_or_create(service=service, defaults={"at": at})


def last(service: str) -> datetime | None:
    """The last heartbeat; None before the first."""
    return Heartbeat.objects.filter(service=service).values_list("at", flat=True).first()


def has_pulse(at: datetime | None) -> bool:
    """Whether a last pulse is young enough, by the database's clock."""
    return at is not None and database_clock.now() - at < PULSE_LOST_AFTER
