"""Whether e-mails reach people, for moderators, without revealing who has answered.

Of an e-mail about an open hand only a failure, or an unknown outcome, is shown. Whether it was
sent, is waiting, was dropped or was never written would reveal if the person had answered before. A
failure remains when the answer comes; neither its time nor its page is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models import Notice, User
from accounts.notifications import status_text
from accounts.notifications.channels.names import MAIL
from accounts.staff.lookup_log import masked
from games import visibility
from games.models import Game
from games.selectors.backlog import LOST
from games.selectors.moderation import timeline
from games.selectors.moderation.stakes import letters_for, stake_of

ENDS = (Notice.State.QUEUED, Notice.State.SENT, *LOST)


@dataclass(frozen=True)
class Reach:
    """The delivery status of the last e-mail to somebody; `letter` is its id if it may be read."""

    person: User | None
    state: str
    why: str
    letter: int | None

    @property
    def lost(self) -> bool:
        """Whether it failed or its outcome is unknown."""
        return self.state in LOST

    @property
    def words(self) -> str:
        """Status and reason for display."""
        label = str(Notice.State(self.state).label)
        return f"{label}: {self.why}" if self.why else label


def _reach(notice: Notice, *, readable: bool) -> Reach:
    why = masked(status_text.reason(notice))
    return Reach(notice.recipient, notice.state, why, notice.pk if readable else None)


def reach_of(viewer: User, people: Sequence[User]) -> dict[int, Reach]:
    """By person, the status of their last e-mail that isn't about an open hand; or, if that one
    arrived, of a failed one about an open hand.
    """
    found = {row.recipient_id or 0: _reach(row, readable=True) for row in _last(viewer, people)}
    for row in _lost_now(viewer).filter(recipient__in=people).order_by("-id"):
        before = found.get(row.recipient_id or 0)
        if before is None or not before.lost:
            found[row.recipient_id or 0] = _reach(row, readable=False)
    return found


def _last(viewer: User, people: Sequence[User]) -> "QuerySet[Notice]":
    """The last such e-mail of each person."""
    theirs = Notice.objects.filter(recipient=OuterRef("pk"), channel=MAIL, state__in=ENDS)
    last = visibility.shown_notices(letters_for(viewer, theirs)).order_by("-id").values("pk")[:1]
    keys = User.objects.filter(pk__in=[each.pk for each in people]).values_list(Subquery(last))
    return Notice.objects.filter(pk__in=keys).select_related("recipient", "digest")


def _lost_now(viewer: User) -> "QuerySet[Notice]":
    """Failed e-mails about open hands, except at the viewer's own tables."""
    lost: QuerySet[Any] = visibility.asking_now(Notice.objects.filter(channel=MAIL, state__in=LOST))
    own = Game.objects.filter(stake_of(viewer), pk=OuterRef("of_game"))
    return lost.exclude(Exists(own)).select_related("recipient", "digest")


def unreachable(viewer: User, limit: int) -> list[Reach]:
    """People whose last e-mail failed. First those with an open hand, by name, since ordering by
    time would reveal when they were asked; then the others, newest first.
    """
    others = timeline.unreachable(viewer, limit)
    known = [row.recipient for row in others if row.recipient]
    now = _lost_now(viewer).exclude(recipient__in=known)
    first = timeline.last_to_each(now).order_by("recipient__name")
    found = [_reach(row, readable=False) for row in first[:limit]]
    return [*found, *(_reach(row, readable=True) for row in others)][:limit]
