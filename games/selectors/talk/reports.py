"""Reports: a person's own, and those waiting for moderators."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games import game_secrets
from games.models import Message, Report
from games.selectors.moderation.stakes import concerning

AROUND = 5  # messages before and after the reported one


def reports_of(user: User) -> list[Report]:
    """The person's last reports with their answers, newest first."""
    rows = Report.objects.filter(reporter=user).select_related("game", "person")
    return list(rows.order_by("-id")[:30])


def open_reports(reader: User, after: int = 0) -> "QuerySet[Report]":
    """Unanswered reports that this moderator may read, oldest first; only those `after` that
    number."""
    rows = Report.objects.filter(closed_at=None, pk__gt=after)
    rows = rows.exclude(pk__in=concerning(reader, rows).values("pk"))
    return rows.select_related("reporter", "person", "game", "assigned_to").order_by("id")


def reports_about(person: User, reader: User) -> "QuerySet[Report]":
    """Reports about a person that this moderator may read, newest first."""
    rows = Report.objects.filter(person=person)
    return rows.exclude(pk__in=concerning(reader, rows).values("pk")).order_by("-id")


def reports_for_others(reader: User) -> int:
    """The number of unanswered reports that this moderator must leave to others."""
    return concerning(reader, Report.objects.filter(closed_at=None)).count()


@dataclass(frozen=True)
class Overheard:
    """A message for moderators; `about` marks the reported one."""

    number: int
    name: str
    text: str
    at: datetime
    hidden: bool
    about: bool


def overheard(report: Report) -> list[Overheard]:
    """The reported message with those around it, oldest first.

    The caller must log that it was read.
    """
    found = report.message
    if found is None or report.game is None:
        return []
    near = (found.number - AROUND, found.number + AROUND)
    rows = Message.objects.filter(game=report.game, number__range=near).select_related("author")
    return [
        Overheard(
            number=row.number,
            name=row.author.name,
            text=game_secrets.open_message(row, report.game.code),
            at=row.at,
            hidden=row.hidden_at is not None,
            about=row.pk == found.pk,
        )
        for row in rows.order_by("number")
    ]
