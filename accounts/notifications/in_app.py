"""The bell: notices on the site, how many of them are unread, and reading them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import status_text, summaries
from accounts.notifications.kinds import Brief, not_done
from accounts.people import date_words

MAX_COUNTED = 99  # a larger number says no more


@dataclass(frozen=True)
class BellEntry:
    """One notice of the list: `said` is None where nothing can be said any more."""

    notice: Notice
    said: Brief | None
    fresh: bool

    @property
    def iso(self) -> str:
        """When it happened, for programs."""
        return self.notice.created_at.isoformat(timespec="seconds")

    @property
    def at(self) -> str:
        """When, in the reader's words."""
        return date_words.short(self.notice.created_at)

    @property
    def title(self) -> str:
        return self.said.title if self.said else status_text.label(self.notice)


def of(user: User) -> "QuerySet[Notice]":
    """All that was shown to this person, newest first."""
    return Notice.objects.filter(recipient=user, shown=True).order_by("-id")


def unread(user: User) -> int:
    """How many of them wait to be read; what its reader has seen to since does not count."""
    waiting = not_done(of(user).filter(read_at=None))[:MAX_COUNTED]
    return waiting.count()


def entries(user: User, notices: Sequence[Notice]) -> list[BellEntry]:
    """These notices of this person as the list shows them."""
    for notice in notices:
        notice.recipient = user
    said = summaries.briefs(notices)
    return [
        BellEntry(notice, brief, notice.read_at is None and brief is not None and brief.true)
        for notice, brief in zip(notices, said, strict=True)
    ]


def mark_read(user: User, notices: Sequence[Notice] | None = None) -> int:
    """Marks these (or all) as read; returns how many were not."""
    fresh = of(user).filter(read_at=None)
    if notices is not None:
        fresh = fresh.filter(pk__in=[notice.pk for notice in notices])
    return fresh.update(read_at=timezone.now())
