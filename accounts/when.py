"""Moments in words, in the language and the time zone that are active."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# From this hour on, what a day's part is called today and tomorrow.
PARTS = ((0, "night"), (5, "morning"), (12, "afternoon"), (18, "evening"))


def moment(at: datetime, now: datetime | None = None) -> str:
    """ "tomorrow evening, Sat 3 Oct 2026, 21:00"; without the first words if it is further off."""
    local, today = timezone.localtime(at), timezone.localtime(now or timezone.now())
    words = _day_words((local.date() - today.date()).days, _part(local.hour))
    exact = date_format(local, _("D j M Y, H:i"))
    return f"{words}, {exact}" if words else exact


def short(at: datetime) -> str:
    """ "Sat 3 Oct, 21:00"."""
    return date_format(timezone.localtime(at), _("D j M, H:i"))


def remaining(at: datetime, now: datetime | None = None) -> str:
    """ "26 hours": rounded to minutes below two hours, to days from three days on."""
    left = max(at - (now or timezone.now()), timedelta())
    minutes = round(left.total_seconds() / 60)
    if minutes < 120:
        return ngettext("%d minute", "%d minutes", minutes) % minutes
    hours = round(minutes / 60)
    if hours < 72:
        return ngettext("%d hour", "%d hours", hours) % hours
    days = round(hours / 24)
    return ngettext("%d day", "%d days", days) % days


def place() -> str:
    """Where the active zone's clock hangs: "Amsterdam", of Europe/Amsterdam."""
    return timezone.get_current_timezone_name().rpartition("/")[2].replace("_", " ")


def _part(hour: int) -> str:
    return next(name for start, name in reversed(PARTS) if hour >= start)


def _day_words(days: int, part: str) -> str:
    today = {
        "night": _("in the small hours"),
        "morning": _("this morning"),
        "afternoon": _("this afternoon"),
        "evening": _("this evening"),
    }
    tomorrow = {
        "night": _("tomorrow in the small hours"),
        "morning": _("tomorrow morning"),
        "afternoon": _("tomorrow afternoon"),
        "evening": _("tomorrow evening"),
    }
    return {0: today, 1: tomorrow}.get(days, {}).get(part, "")
