"""Quiet hours: when a letter or a push that would fall into them goes instead."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accounts.models import User

DAY = timedelta(days=1)
BEFORE = timedelta(minutes=5)  # so long before the quiet hours what is put before them goes


def moved(
    user: User, at: datetime, earliest: datetime | None = None, latest: datetime | None = None
) -> datetime:
    """The moment, or a better one when it falls into this person's quiet hours.

    What may go earlier (down to `earliest`) goes before them, if that is in the second half of
    the wait; else at their end, if at least half of the time until `latest` is left then; else
    before them if that is possible at all.  What serves in no other way goes as it was planned.
    """
    if user.quiet_from is None:  # the usual one
        return at
    hours = hours_around(user, at)
    if hours is None:
        return at
    before, end = hours[0] - BEFORE, hours[1]
    if earliest is not None and before - earliest >= (at - earliest) / 2:
        return before
    if latest is None or latest - end >= (latest - at) / 2:
        return end
    return before if earliest is not None and before > earliest else at


def hours_around(user: User, at: datetime) -> tuple[datetime, datetime] | None:
    """The quiet hours that this moment falls into, from when until when; None if into none."""
    if user.quiet_from is None or user.quiet_to is None:
        return None
    zone = zone_of(user.zone)
    today = at.astimezone(zone).date()
    for day in (today - DAY, today):
        start = _instant(datetime.combine(day, user.quiet_from), zone)
        over_midnight = user.quiet_to <= user.quiet_from
        end = _instant(datetime.combine(day + DAY * over_midnight, user.quiet_to), zone)
        if start <= at < end:
            return start, end
    return None


def next_hour(user: User, hour: int, at: datetime) -> datetime:
    """The next moment, from then on, at which this person's clock shows that full hour."""
    zone = zone_of(user.zone)
    day = at.astimezone(zone).date()
    while (found := _instant(datetime.combine(day, time(hour)), zone)) < at:
        day += DAY
    return found


def zone_of(name: str) -> ZoneInfo:
    """The zone, or UTC for one that this machine does not know."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _instant(shown: datetime, zone: ZoneInfo) -> datetime:
    """When the clock there shows this; where it jumps over it, as long behind the jump."""
    return shown.replace(tzinfo=zone).astimezone(UTC)
