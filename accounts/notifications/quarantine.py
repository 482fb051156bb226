"""Letters that were due when a backup was made: after a restore nobody knows whether they went.

They wait until an operator has them sent, each marked and with its old Message-ID, or dropped.
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


def hold(now: datetime) -> int:
    """Holds back whatever was due by now; returns how many.  What stands in a letter about several
    things waits with it."""
    due = Notice.objects.filter(state=State.QUEUED, send_after__lte=now, digest=None)
    return due.filter(channel__in=(MAIL, PUSH, HOOK)).update(
        state=State.HELD, reason=REASON, leased_until=None
    )


def settle_by(old: str) -> tuple[int, int]:
    """What became of each, as the lost database (an alias of Django's) still knows it: those that
    had ended end alike, those that surely had not left are free; how many of either."""
    ours = Notice.objects.filter(state__in=(State.QUEUED, State.HELD))
    waiting = dict(ours.values_list("message_id", "pk"))
    there = Notice.objects.using(old).filter(message_id__in=list(waiting))
    ended = 0
    for row in there.exclude(state__in=(State.QUEUED, State.HELD)):
        ended += Notice.objects.filter(pk=waiting[row.message_id]).update(
            state=row.state, reason=row.reason, attempts=row.attempts, finished_at=row.finished_at
        )
    free = there.filter(state=State.QUEUED, leased_until=None, unsure_at=None)
    unsent = [waiting[mark] for mark in free.values_list("message_id", flat=True)]
    return ended, _held().filter(pk__in=unsent).update(state=State.QUEUED, reason="")


def release() -> int:
    """Lets all of them go out, as far as they are still true; returns how many."""
    return _held().update(state=State.QUEUED)


def drop() -> int:
    """Ends all of them unsent, with what stands in them; returns how many."""
    ended = {"state": State.DROPPED, "reason": REASON, "finished_at": database_clock.now()}
    Notice.objects.filter(digest__in=_held(), state=State.QUEUED).update(**ended)
    return _held().update(**ended)


def _held() -> "QuerySet[Notice]":
    return Notice.objects.filter(state=State.HELD, reason=REASON)


def mark(notice: Notice) -> Iterator[First]:
    """What a letter says first that was held back."""
    if notice.reason == REASON:
        words = _("We restored our data from a backup. You may have got this e-mail before.")
        yield First(words, lambda: None)
