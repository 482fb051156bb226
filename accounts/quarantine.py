"""Letters that were due when a backup was made: after a restore nobody knows whether they went.

They wait until an operator has them sent, each marked and with its old Message-ID, or dropped.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.channels.names import HOOK, MAIL, PUSH
from accounts.models import Notice
from accounts.preface import First

REASON = "restored"
State = Notice.State


def hold(now: datetime) -> int:
    """Holds back whatever was due by now; returns how many.  What stands in a letter about several
    things waits with it."""
    due = Notice.objects.filter(state=State.QUEUED, send_after__lte=now, digest=None)
    return due.filter(channel__in=(MAIL, PUSH, HOOK)).update(
        state=State.HELD, reason=REASON, leased_until=None
    )


def release() -> int:
    """Lets all of them go out, as far as they are still true; returns how many."""
    return _held().update(state=State.QUEUED)


def drop() -> int:
    """Ends all of them unsent, with what stands in them; returns how many."""
    ended = {"state": State.DROPPED, "reason": REASON, "finished_at": timezone.now()}
    Notice.objects.filter(digest__in=_held(), state=State.QUEUED).update(**ended)
    return _held().update(**ended)


def _held() -> "QuerySet[Notice]":
    return Notice.objects.filter(state=State.HELD, reason=REASON)


def mark(notice: Notice) -> Iterator[First]:
    """What a letter says first that was held back."""
    if notice.reason == REASON:
        words = _("We restored our data from a backup. This letter may have come to you before.")
        yield First(words, lambda: None)
