"""In-app notices (the bell): listing, and marking as read. `games` counts those that wait."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import status_text, summaries
from accounts.notifications.kinds import Brief
from accounts.text import date_words


@dataclass(frozen=True)
class Entry:
    """One line of the list. `brief` is None if the notice can no longer be described."""

    notice: Notice
    brief: Brief | None
    fresh: bool

    @property
    def iso(self) -> str:
        """ISO 8601, for `<time datetime>`."""
        return self.notice.created_at.isoformat(timespec="seconds")

    @property
    def at(self) -> str:
        """In the reader's language and time zone."""
        return date_words.past(self.notice.created_at)

    @property
    def title(self) -> str:
        return self.brief.title if self.brief else status_text.title(self.notice)


def of(user: User) -> "QuerySet[Notice]":
    """The person's in-app notices, newest first."""
    return Notice.objects.filter(recipient=user, shown=True).order_by("-id")


def entries(user: User, notices: Sequence[Notice]) -> list[Entry]:
    for notice in notices:
        notice.recipient = user
    briefs = summaries.briefs(notices)
    return [
        Entry(notice, brief, notice.read_at is None and brief is not None and brief.true)
        for notice, brief in zip(notices, briefs, strict=True)
    ]


def mark_read(user: User, notices: Sequence[Notice] | None = None) -> int:
    """Marks these notices (or all) as read; returns how many were unread."""
    fresh = of(user).filter(read_at=None)
    if notices is not None:
        fresh = fresh.filter(pk__in=[notice.pk for notice in notices])
    return fresh.update(read_at=timezone.now())
