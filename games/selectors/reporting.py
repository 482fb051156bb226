"""Reports: one's own, and those that wait for the staff."""

from django.db.models import QuerySet

from accounts.models import User
from games.models import Report
from games.selectors.stakes import concerning


def reports_of(user: User, limit: int = 30) -> list[Report]:
    """What this person reported, newest first, with the answers."""
    rows = Report.objects.filter(reporter=user).select_related("game", "person")
    return list(rows.order_by("-id")[:limit])


def open_reports(reader: User) -> "QuerySet[Report]":
    """Those without an answer that this moderator may read, the longest first."""
    rows = Report.objects.filter(closed_at=None)
    rows = rows.exclude(pk__in=concerning(reader, rows).values("pk"))
    return rows.select_related("reporter", "person", "game", "assigned_to").order_by("id")


def reports_for_others(reader: User) -> int:
    """How many wait that concern this moderator, so that another one must answer them."""
    return concerning(reader, Report.objects.filter(closed_at=None)).count()
