"""Whether letters reach people, for moderators, without telling who has answered.

Of a letter that asks for an open hand one thing is told: that it failed, or that nobody knows
what became of it.  Whether it went, waits, was dropped or was never written depends on whether
there was an answer before it.  Such a failure stays as it is when the answer comes; neither its
time nor its page is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import Notice, User
from accounts.notifications import status_text
from accounts.notifications.channels.names import MAIL
from accounts.staff.lookup_log import masked
from games import visibility
from games.models import Game
from games.selectors.moderation import timeline
from games.selectors.moderation.stakes import stake_of

LOST = [state for state in Notice.State.values if state in ("failed", "unknown")]
ENDS = [Notice.State.QUEUED.value, Notice.State.SENT.value, *LOST]


@dataclass(frozen=True)
class Reach:
    """How the last letter to somebody fared, in words; `letter` is its key if it may be read."""

    person: User | None
    state: str
    why: str
    letter: int | None

    @property
    def lost(self) -> bool:
        """Whether it did not arrive, or nobody knows."""
        return self.state in LOST

    @property
    def words(self) -> str:
        """Delivery status and its reason."""
        label = str(Notice.State(self.state).label)
        return f"{label}: {self.why}" if self.why else label


def _reach(notice: Notice, *, readable: bool) -> Reach:
    why = masked(status_text.reason(notice))
    return Reach(notice.recipient, notice.state, why, notice.pk if readable else None)


def reach_of(viewer: User, people: Sequence[User]) -> dict[int, Reach]:
    """By person, how their last mail about anything but an open hand fared; or that one about an
    open hand failed, if the other did not."""
    found = {row.recipient_id or 0: _reach(row, readable=True) for row in _last(people)}
    for row in _lost_now(viewer).filter(recipient__in=people).order_by("-id"):
        before = found.get(row.recipient_id or 0)
        if before is None or not before.lost:
            found[row.recipient_id or 0] = _reach(row, readable=False)
    return found


def _last(people: Sequence[User]) -> "QuerySet[Notice]":
    """One a person, by the index of their letters."""
    theirs = Notice.objects.filter(recipient=OuterRef("pk"), channel=MAIL, state__in=ENDS)
    last = visibility.shown_notices(theirs).order_by("-id").values("pk")[:1]
    keys = User.objects.filter(pk__in=[each.pk for each in people]).values_list(Subquery(last))
    return Notice.objects.filter(pk__in=keys).select_related("recipient", "digest")


def _lost_now(viewer: User) -> "QuerySet[Notice]":
    """Letters that ask for open hands and did not arrive, but of the viewer's own tables."""
    lost: QuerySet[Any] = visibility.asking_now(Notice.objects.filter(channel=MAIL, state__in=LOST))
    own = Game.objects.filter(stake_of(viewer)).values("pk")
    return lost.exclude(of_game__in=own).select_related("recipient", "digest")


def unreachable(viewer: User, limit: int) -> list[Reach]:
    """Those whose last letters did not arrive, one a person: first who is asked now, by name,
    since an order of time would tell when; then the others, the newest first."""
    others = {row.recipient_id: _reach(row, readable=True) for row in timeline.unreachable(limit)}
    now = {row.recipient_id: _reach(row, readable=False) for row in _lost_now(viewer)[:limit]}
    new = [reach for key, reach in now.items() if key not in others]
    first = sorted(new, key=lambda reach: reach.person.name if reach.person else "")
    return [*first, *others.values()][:limit]
