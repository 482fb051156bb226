"""Quiet hours: when to send an e-mail or push that would fall into them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone

from accounts.models import User

DAY = timedelta(days=1)
BEFORE = timedelta(minutes=5)  # something moved ahead of the quiet hours goes this long before


def moved(
    user: User, at: datetime, earliest: datetime | None = None, latest: datetime | None = None
) -> datetime:
    """`at`, or a better time if it falls into this person's quiet hours.

    In this order: before the quiet hours, if it may go early (from `earliest`) and that is in the
    second half of the wait; at their end, if at least half of the time until `latest` is left
    then; before them, if that is possible at all; otherwise as planned.
    """
    if user.quiet_from is None:  # most people have no quiet hours
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
    """Start and end of the quiet hours that `at` falls into; None if it doesn't."""
    if user.quiet_from is None or user.quiet_to is None:
        return None
    zone = zone_of(user.zone)
    today = at.astimezone(zone).date()
    for day in (today - DAY, today):
        over_midnight = user.quiet_to <= user.quiet_from
        start = _instants(datetime.combine(day, user.quiet_from), zone)
        end = _instants(datetime.combine(day + DAY * over_midnight, user.quiet_to), zone)
        if min(start) <= at < max(end):
            return min(start), max(end)
    return None


def next_hour(user: User, hour: int, at: datetime) -> datetime:
    """The next time, from `at` on, that this person's clock shows that full hour."""
    zone = zone_of(user.zone)
    day = at.astimezone(zone).date()
    while (found := _instants(datetime.combine(day, time(hour)), zone)[0]) < at:
        day += DAY
    return found


def zone_of(name: str) -> ZoneInfo:
    """The zone, or UTC if this machine doesn't know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@contextmanager
def at_home(user: User) -> Iterator[None]:
    """Context manager: activates the person's time zone, which requests with an API key don't."""
    with timezone.override(zone_of(user.zone)):
        yield


def _instants(shown: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """A local time as UTC, twice: where a clock change shows it twice or skips it, both moments
    that it may be. The first one of a skipped time is shifted forward by the gap, the other one
    back."""
    local = shown.replace(tzinfo=zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
