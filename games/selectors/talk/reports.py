"""Reports: one's own, and those that wait for the staff."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games import game_secrets
from games.models import Message, Report
from games.selectors.moderation.stakes import concerning

AROUND = 5  # messages before and after the one that is reported


def reports_of(user: User, limit: int = 30) -> list[Report]:
    """What this person reported, newest first, with the answers."""
    rows = Report.objects.filter(reporter=user).select_related("game", "person")
    return list(rows.order_by("-id")[:limit])


def open_reports(reader: User) -> "QuerySet[Report]":
    """Those without an answer that this moderator may read, the longest first."""
    rows = Report.objects.filter(closed_at=None)
    rows = rows.exclude(pk__in=concerning(reader, rows).values("pk"))
    return rows.select_related("reporter", "person", "game", "assigned_to").order_by("id")


def reports_about(person: User, reader: User) -> "QuerySet[Report]":
    """What was reported about somebody, newest first, as far as this moderator may read it."""
    rows = Report.objects.filter(person=person)
    return rows.exclude(pk__in=concerning(reader, rows).values("pk")).order_by("-id")


def reports_for_others(reader: User) -> int:
    """How many wait that concern this moderator, so that another one must answer them."""
    return concerning(reader, Report.objects.filter(closed_at=None)).count()


@dataclass(frozen=True)
class Overheard:
    """A message as moderators read it; `about`: the one that is reported."""

    number: int
    name: str
    text: str
    at: datetime
    hidden: bool
    about: bool


def overheard(report: Report) -> list[Overheard]:
    """The message that is reported, with those around it, oldest first.

    Whoever shows it writes into the log that it was read.
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
