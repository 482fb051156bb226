"""Dates and times, in words and exact, in the active time zone."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.text import date_words

SOON = timedelta(hours=6)
TODAY = (
    gettext_lazy("early this morning"),
    gettext_lazy("this morning"),
    gettext_lazy("this afternoon"),
    gettext_lazy("tonight"),
)
TOMORROW = (
    gettext_lazy("tomorrow in the early hours"),
    gettext_lazy("tomorrow morning"),
    gettext_lazy("tomorrow afternoon"),
    gettext_lazy("tomorrow evening"),
)
WEEKDAY = (
    gettext_lazy("%(day)s in the early hours"),
    gettext_lazy("%(day)s morning"),
    gettext_lazy("%(day)s afternoon"),
    gettext_lazy("%(day)s evening"),
)


def _part(at: datetime) -> int:
    """The part of the day: 0 before five, 1 morning, 2 afternoon, 3 evening."""
    return 0 if at.hour < 5 else 1 if at.hour < 12 else 2 if at.hour < 18 else 3


def day_words(at: datetime) -> str:
    """ "tomorrow evening", "Monday morning"; the date if it is a week or more away."""
    local = localtime(at)
    days = (local.date() - localtime().date()).days
    if days == 0:
        return str(TODAY[_part(local)])
    if days == 1:
        return str(TOMORROW[_part(local)])
    if 1 < days < 7:
        return str(WEEKDAY[_part(local)]) % {"day": date_format(local, "l")}
    return date_format(local, _("j F"))


def exactly(at: datetime) -> str:
    """ "Sat 3 Oct, 21:00"; with the year if one could take it for another."""
    return date_words.past(at)


def briefly(at: datetime) -> str:
    """ "Sat 21:00"; the date if it is a week or more away."""
    local = localtime(at)
    days = (local.date() - localtime().date()).days
    return date_format(local, _("D H:i") if days < 7 else _("j M"))


def to_the_second(at: datetime) -> str:
    """ "Fri 2 Oct 2026, 18:42:07"."""
    return date_format(localtime(at), _("D j M Y, H:i:s"))


def remaining(at: datetime) -> str:
    """ "in 26 hours", "in 2½ days"; rounded down, so as never to promise too much."""
    left = at - timezone.now()
    if left < date_words.MINUTE:
        return _("any moment now")
    if left < date_words.HOUR:
        minutes = left // date_words.MINUTE
        return ngettext("in %(n)s minute", "in %(n)s minutes", minutes) % {"n": minutes}
    hours = date_words.whole_hours(left)
    if left < timedelta(hours=48):
        return ngettext("in %(n)s hour", "in %(n)s hours", hours) % {"n": hours}
    halves = hours // 12
    days = f"{halves // 2}{'½' if halves % 2 else ''}"
    return ngettext("in %(n)s day", "in %(n)s days", math.ceil(halves / 2)) % {"n": days}


def now_words() -> str:
    """The current time: "Friday 20 November, 17:05"."""
    return date_format(localtime(), _("l j F, H:i"))


def is_soon(at: datetime) -> bool:
    """Whether less than six hours are left."""
    return at - timezone.now() < SOON


def when(at: datetime) -> str:
    """A past time: "today 16:05", "Thu 22:41", "2 Oct"; with the year if one could take it for
    another."""
    local, now = localtime(at), localtime()
    days = (now.date() - local.date()).days
    if days == 0:
        return _("today %(time)s") % {"time": date_format(local, "H:i")}
    if days < 7:
        return date_format(local, _("D H:i"))
    return date_format(local, _("j M Y") if date_words.is_far(local) else _("j M"))


def pace(hours: int) -> str:
    """The time for a hand: "12 hours a hand", "3 days a hand"."""
    if hours % 24 or hours == 24:
        return ngettext("%(n)s hour a hand", "%(n)s hours a hand", hours) % {"n": hours}
    days = hours // 24
    return ngettext("%(n)s day a hand", "%(n)s days a hand", days) % {"n": days}
