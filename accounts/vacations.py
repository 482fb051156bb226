"""Booking days off: 30 a calendar year, ahead or at once; the days are those of one's own zone.

What that does to deadlines is not known here (`games.services.away`).
"""

from collections import Counter
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, Vacation

A_YEAR = 30  # days
AHEAD = 2  # years in which it may be booked: this one and the next
DAY = timedelta(days=1)


class NotBooked(Exception):
    """A wish for days off that was refused, with a stable code; nothing was changed."""

    def __init__(self, code: str, message: str, hint: dict[str, Any] | None = None) -> None:
        self.code, self.message, self.hint = code, message, hint or {}
        super().__init__(message)


def today(user: User, now: datetime | None = None) -> date:
    """The day that it is where this person lives."""
    try:
        zone = ZoneInfo(user.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = ZoneInfo("UTC")
    return timezone.localtime(now or timezone.now(), zone).date()


def book(user: User, first: date, last: date) -> Vacation:
    """Books these days, both included.  Raises `NotBooked`; two at once are counted one by one."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _check_days(user, first, last)
        _check_free(user, first, last)
        _check_allowance(user, first, last)
        return Vacation.objects.create(user=user, first=first, last=last)


def _check_days(user: User, first: date, last: date) -> None:
    if last < first:
        raise NotBooked("vacation_backwards", _("The last day comes before the first."))
    if first < today(user):
        text = _("These days have begun already. A vacation begins today at the earliest.")
        raise NotBooked("vacation_past", text)
    if last.year >= today(user).year + AHEAD:
        text = _("That is too far ahead: book this year and the next. Nothing was booked.")
        raise NotBooked("vacation_far", text)


def _check_free(user: User, first: date, last: date) -> None:
    if user.vacations.filter(first__lte=last, last__gte=first).exists():
        text = _("Some of these days are booked already. Nothing was added.")
        raise NotBooked("vacation_twice", text)


def _check_allowance(user: User, first: date, last: date) -> None:
    for year, wanted in sorted(_by_year(first, last).items()):
        left = A_YEAR - taken(user, year)
        if wanted > left:
            text = _(
                "That would be %(wanted)s days in %(year)s; of %(all)s a year you have %(left)s "
                "left. Nothing was booked."
            ) % {"wanted": wanted, "year": year, "all": A_YEAR, "left": left}
            raise NotBooked("vacation_too_long", text, {"year": year, "left": left})


def _by_year(first: date, last: date) -> Counter[int]:
    return Counter((first + DAY * n).year for n in range((last - first).days + 1))


def taken(user: User, year: int) -> int:
    """How many days of that year are booked."""
    rows = user.vacations.filter(first__lte=date(year, 12, 31), last__gte=date(year, 1, 1))
    return sum(_by_year(row.first, row.last)[year] for row in rows)


def left(user: User) -> int:
    """How many days this person may still book this year."""
    return max(0, A_YEAR - taken(user, today(user).year))


def of(user: User) -> list[Vacation]:
    """The vacations that are not over, the next one first."""
    return list(user.vacations.filter(last__gte=today(user)).order_by("first"))


def to_cancel(user: User, pk: int) -> Vacation:
    """A vacation that has not begun, locked.  Raises `NotBooked`."""
    row = user.vacations.select_for_update().filter(pk=pk).first()
    if row is None:
        raise NotBooked("no_vacation", _("There is no such vacation of yours."))
    if row.first <= today(user):
        raise NotBooked("vacation_begun", _("It has begun, so it stays booked."))
    return row


def counted_on() -> str:
    """Why days that moved a deadline cannot be given back."""
    return _("A hand that is open has been given more time for it, so it stays booked.")
