"""Dates and times in words, in the active language and time zone."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.text.translation_cache import once_a_language

FAR = timedelta(days=180)  # about half a year: the nearest day of that name may be another
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
FIXED = "Etc/GMT"  # the zones with neither a place nor a summer time
# The parts of a day by their first hour.
PARTS = ((0, "night"), (5, "morning"), (12, "afternoon"), (18, "evening"))


def moment(at: datetime, now: datetime | None = None) -> str:
    """ "tomorrow evening, Sat 3 Oct 2026, 21:00"; the first words only for today and tomorrow."""
    local, today = timezone.localtime(at), timezone.localtime(now or timezone.now())
    words = _day_words().get(((local.date() - today.date()).days, _part(local.hour)), "")
    exact = _dated(_on_the_wall(local))
    return f"{words}, {exact}" if words else exact


def _on_the_wall(local: datetime) -> datetime:
    """The naive local time, as a cache key: aware datetimes are equal across zones, so a text
    cached for one zone would be shown in another.
    """
    return local.replace(second=0, microsecond=0, tzinfo=None)


@once_a_language
def _dated(local: datetime) -> str:
    """Cached, since the letters to all players of a hand give the same deadline."""
    return date_format(local, _("D j M Y, H:i"))


def short(at: datetime) -> str:
    """ "Sat 3 Oct, 21:00"."""
    return _short(_on_the_wall(timezone.localtime(at)))


@once_a_language
def _short(local: datetime) -> str:
    return date_format(local, _("D j M, H:i"))


def past(at: datetime, now: datetime | None = None) -> str:
    """As `short`, with the year if it is long ago."""
    return _dated(_on_the_wall(timezone.localtime(at))) if is_far(at, now) else short(at)


def listed(at: datetime, now: datetime | None = None) -> str:
    """ "3 Oct, 21:00", for a list of many; with the year if it is long ago."""
    local = _on_the_wall(timezone.localtime(at))
    return _listed_far(local) if is_far(at, now) else _listed(local)


def is_far(at: datetime, now: datetime | None = None) -> bool:
    """Whether one could take it for another year's without the year."""
    return abs(at - (now or timezone.now())) >= FAR


@once_a_language
def _listed(local: datetime) -> str:
    return date_format(local, _("j M, H:i"))


@once_a_language
def _listed_far(local: datetime) -> str:
    return date_format(local, _("j M Y, H:i"))


def remaining(at: datetime, now: datetime | None = None) -> str:
    """ "26 hours"; in minutes below two hours; from three days on in half days: "3½ days". Rounded
    down, so as never to promise too much.
    """
    left = max(at - (now or timezone.now()), timedelta())
    minutes = left // MINUTE
    if minutes < 1:
        return _("less than a minute")
    if minutes < 120:
        return ngettext("%d minute", "%d minutes", minutes) % minutes
    hours = whole_hours(left)
    if hours < 72:
        return ngettext("%d hour", "%d hours", hours) % hours
    days, half = divmod(hours // 12, 2)
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": f"{days}{'½' * half}"}


def whole_hours(left: timedelta) -> int:
    """Rounded down, though less than a minute may be missing: when we say it, some seconds of the
    24 hours have passed."""
    return (left + MINUTE - timedelta.resolution) // HOUR


def place() -> str:
    """The city of the active time zone: "Amsterdam" for Europe/Amsterdam."""
    return place_of(str(timezone.get_current_timezone()))


def place_of(zone: str) -> str:
    """ "Buenos Aires"; "UTC-12" for Etc/GMT+12, which counts the other way round."""
    if not zone.startswith(FIXED):
        return zone.rpartition("/")[2].replace("_", " ")
    hours = -int(zone.removeprefix(FIXED) or 0)
    return f"UTC{hours:+d}" if hours else "UTC"


def _part(hour: int) -> str:
    return next(name for start, name in reversed(PARTS) if hour >= start)


@once_a_language
def _day_words() -> dict[tuple[int, str], str]:
    """Keyed by (days from today, part of the day)."""
    return {
        (0, "night"): _("early this morning"),
        (0, "morning"): _("this morning"),
        (0, "afternoon"): _("this afternoon"),
        (0, "evening"): _("this evening"),
        (1, "night"): _("tomorrow in the early hours"),
        (1, "morning"): _("tomorrow morning"),
        (1, "afternoon"): _("tomorrow afternoon"),
        (1, "evening"): _("tomorrow evening"),
    }
