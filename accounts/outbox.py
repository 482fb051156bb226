"""Enqueueing notices: the row that every message to a person starts as.

What is said of each kind is not known here: `games` registers its kinds (see
`accounts.kinds`), and `accounts.delivery` asks them for the words when a notice is sent.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import Notice, User


@dataclass(frozen=True)
class Tell:
    """One thing to tell one person, or (`recipient_id` None) one address without an account.

    `event` names what happened, so that nobody is told twice: the same (recipient, event,
    channel) is one row for ever.  `facts` are ids and numbers, never a card.
    """

    recipient_id: int | None
    kind: str
    event: str
    facts: dict[str, Any] = field(default_factory=dict)
    send_after: datetime | None = None
    drop_after: datetime | None = None
    address: str = ""


def enqueue(tells: Iterable[Tell]) -> None:
    """Writes the notices of those who can be written to, within the caller's transaction.

    Bots and guests have no address and get no row.  A notice that stands already is kept.
    """
    wanted = list(tells)
    reachable = set(
        User.objects.filter(
            id__in={tell.recipient_id for tell in wanted if tell.recipient_id},
            kind=User.Kind.PERSON,
            is_active=True,
        ).values_list("id", flat=True)
    )
    now = timezone.now()
    Notice.objects.bulk_create(
        [_row(tell, now) for tell in wanted if tell.address or tell.recipient_id in reachable],
        ignore_conflicts=True,
    )


def _row(tell: Tell, now: datetime) -> Notice:
    return Notice(
        recipient_id=tell.recipient_id,
        address=tell.address,
        kind=tell.kind,
        event=tell.event,
        facts=tell.facts,
        send_after=tell.send_after or now,
        drop_after=tell.drop_after,
        created_at=now,
    )
