"""Reports: one's own, and those that wait for the staff."""

from django.db.models import QuerySet

from accounts.models import User
from games.models import Report


def reports_of(user: User, limit: int = 30) -> list[Report]:
    """What this person reported, newest first, with the answers."""
    rows = Report.objects.filter(reporter=user).select_related("game", "person")
    return list(rows.order_by("-id")[:limit])


def open_reports() -> "QuerySet[Report]":
    """Those without an answer, the longest first."""
    rows = Report.objects.filter(closed_at=None)
    return rows.select_related("reporter", "person", "game", "assigned_to").order_by("id")
