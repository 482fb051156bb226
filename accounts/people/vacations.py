"""Booking vacation: 30 days a calendar year, in the person's own time zone.

Its effect on deadlines is in `games.services.people.vacations`.
"""

from collections import Counter
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction
from django.utils import timezone

from accounts.models import User, Vacation
from accounts.refusals import Refused
from accounts.security import own_row

A_YEAR = 30  # days
YEARS_AHEAD = 2  # calendar years that can be booked: this one and the next
DAY = timedelta(days=1)


def today(user: User, now: datetime | None = None) -> date:
    """The current date in this person's time zone."""
    try:
        zone = ZoneInfo(user.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = ZoneInfo("UTC")
    return timezone.localtime(now or timezone.now(), zone).date()


def book(user: User, first: date, last: date) -> Vacation:
    """Books these days, both inclusive. Raises `Refused`. Concurrent bookings are serialised."""
    with transaction.atomic():
        own_row.hold(user)
        _check_days(user, first, last)
        _check_free(user, first, last)
        _check_allowance(user, first, last)
        return Vacation.objects.create(user=user, first=first, last=last)


def _check_days(user: User, first: date, last: date) -> None:
    if last < first:
        raise Refused("vacation_backwards")
    if first < today(user):
        raise Refused("vacation_past")
    if last.year >= today(user).year + YEARS_AHEAD:
        raise Refused("vacation_far")


def _check_free(user: User, first: date, last: date) -> None:
    if user.vacations.filter(first__lte=last, last__gte=first).exists():
        raise Refused("vacation_twice")


def _check_allowance(user: User, first: date, last: date) -> None:
    for year, wanted in sorted(_by_year(first, last).items()):
        left = A_YEAR - taken(user, year)
        if wanted > left:
            hint = {"year": year, "left": left}
            raise Refused(
                "vacation_too_long", hint, wanted=wanted, year=year, all=A_YEAR, left=left
            )


def _by_year(first: date, last: date) -> Counter[int]:
    return Counter((first + DAY * n).year for n in range((last - first).days + 1))


def taken(user: User, year: int) -> int:
    """The number of days booked in that year."""
    rows = user.vacations.filter(first__lte=date(year, 12, 31), last__gte=date(year, 1, 1))
    return sum(_by_year(row.first, row.last)[year] for row in rows)


def left(user: User) -> int:
    """The number of days this person can still book this year."""
    return max(0, A_YEAR - taken(user, today(user).year))


def of(user: User) -> list[Vacation]:
    """Current and future vacations, the next one first."""
    return list(user.vacations.filter(last__gte=today(user)).order_by("first"))


def to_cancel(user: User, pk: int) -> Vacation:
    """A vacation that hasn't begun yet, locked for update. Raises `Refused`."""
    row = user.vacations.select_for_update().filter(pk=pk).first()
    if row is None:
        raise Refused("no_vacation")
    if row.first <= today(user):
        raise Refused("vacation_begun")
    return row
