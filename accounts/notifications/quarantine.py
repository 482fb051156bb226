"""Notices that were due when a backup was made: after a restore nobody knows if they were sent.

They are held until an operator releases them (marked, and with their old Message-ID) or drops
them.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.notifications.channels.names import HOOK, MAIL, PUSH
from accounts.notifications.preface import First
from accounts.operation import database_clock

REASON = "restored"
State = Notice.State


def hold(now: datetime) -> None:
    """Holds everything due by `now`, digests with their parts."""
    due = Notice.objects.filter(state=State.QUEUED, send_after__lte=now, digest=None)
    due.filter(channel__in=(MAIL, PUSH, HOOK)).update(
        state=State.HELD, reason=REASON, leased_until=None
    )


def settle_by(old: str) -> int:
    """Compares queued and held notices with the lost database, `old` in DATABASES.

    Those finished there are finished here in the same way; held ones that had certainly not been
    sent are released. Returns how many were finished.
    """
    ours = Notice.objects.filter(state__in=(State.QUEUED, State.HELD))
    waiting = dict(ours.values_list("message_id", "pk"))
    there = Notice.objects.using(old).filter(message_id__in=list(waiting))
    ended = 0
    for row in there.exclude(state__in=(State.QUEUED, State.HELD)):
        ended += Notice.objects.filter(pk=waiting[row.message_id]).update(
            state=row.state, reason=row.reason, attempts=row.attempts, finished_at=row.finished_at
        )
    free = certainly_unsent(there).values_list("message_id", flat=True)
    unsent = [waiting[mark] for mark in free]
    _held().filter(pk__in=unsent).update(state=State.QUEUED, reason="")
    return ended


def certainly_unsent(notices: "QuerySet[Notice]") -> "QuerySet[Notice]":
    """Those of these notices that nobody had begun to send. A part of a digest may have left with
    it.
    """
    return notices.filter(state=State.QUEUED, digest=None, leased_until=None, unsure_at=None)


def count() -> int:
    """How many notices are held."""
    return _held().count()


def release() -> int:
    """Queues all held notices again; returns how many. What is no longer true is then dropped."""
    return _held().update(state=State.QUEUED)


def drop() -> int:
    """Drops all held notices and the parts of held digests; returns how many."""
    ended = {"state": State.DROPPED, "reason": REASON, "finished_at": database_clock.now()}
    Notice.objects.filter(digest__in=_held(), state=State.QUEUED).update(**ended)
    return _held().update(**ended)


def _held() -> "QuerySet[Notice]":
    return Notice.objects.filter(state=State.HELD, reason=REASON)


def mark(notice: Notice) -> Iterator[First]:
    """The sentence at the top of a letter that was held."""
    if notice.reason == REASON:
        words = _("We restored our data from a backup. You may have got this e-mail before.")
        yield First(words, lambda: None)
