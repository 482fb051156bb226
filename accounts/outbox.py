"""Enqueueing notices: the row that every message to a person starts as, one a channel.

What is said of each kind is not known here: `games` registers its kinds (see
`accounts.kinds`), and `accounts.delivery` asks them for the words when a notice is sent.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts import digests, quiet, recipients
from accounts.channels.names import LOUD, MAIL
from accounts.kinds import KINDS
from accounts.models import Notice
from accounts.recipients import Recipient


@dataclass(frozen=True)
class Tell:
    """One thing to tell one person, or (`recipient_id` None) one address without an account.

    `event` names what happened, so that nobody is told twice: the same (recipient, event,
    channel) is one row for ever.  `facts` are ids and numbers, never a card.  With `earliest`
    it may go before `send_after`, to keep out of quiet hours.
    """

    recipient_id: int | None
    kind: str
    event: str
    facts: dict[str, Any] = field(default_factory=dict)
    send_after: datetime | None = None
    drop_after: datetime | None = None
    address: str = ""
    earliest: datetime | None = None


_later: ContextVar[list[Tell] | None] = ContextVar("outbox_later", default=None)
_ears: ContextVar[list[Tell] | None] = ContextVar("outbox_ears", default=None)


@contextmanager
def overheard() -> Iterator[list[Tell]]:
    """Whatever is enqueued meanwhile, for people who can be written to: what a preview shows."""
    heard: list[Tell] = []
    token = _ears.set(heard)
    try:
        yield heard
    finally:
        _ears.reset(token)


def enqueue(tells: Iterable[Tell]) -> None:
    """Writes the notices of those who can be reached, within the caller's transaction.

    Bots and guests have no address and get no row.  A notice that stands already is kept.
    Letters have a row always, so that the page says why one did not go; other channels only
    where the person wishes this kind there.
    """
    if (later := _later.get()) is not None:
        later.extend(tells)
        return
    wanted, now = list(tells), timezone.now()
    people = recipients.read({tell.recipient_id for tell in wanted if tell.recipient_id}, now)
    rows = [row for tell in wanted for row in _rows(tell, people, now)]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if (ears := _ears.get()) is not None:
        ears.extend(tell for tell in wanted if tell.address or tell.recipient_id in people)


@contextmanager
def together() -> Iterator[None]:
    """Whatever is enqueued meanwhile is written at the end, at once: to read who is to be told
    and how costs as much for one as for all. Nothing of it is, where that fails."""
    if _later.get() is not None:
        yield
        return
    tells: list[Tell] = []
    token = _later.set(tells)
    try:
        yield
    finally:
        _later.reset(token)
    enqueue(tells)


def _rows(tell: Tell, people: dict[int, Recipient], now: datetime) -> Iterator[Notice]:
    if tell.address:
        yield _row(tell, MAIL, None, tell.send_after or now, now)
        return
    person = people.get(tell.recipient_id or 0)
    if person is None:
        return
    for channel, target in person.ways(tell.kind):
        yield _row(tell, channel, target, _when(tell, person, channel, now), now)


def _when(tell: Tell, person: Recipient, channel: str, now: datetime) -> datetime:
    """When this goes on that channel, by the person's habits."""
    at = tell.send_after or now
    if tell.kind in KINDS and KINDS[tell.kind].prompt:
        return at
    if channel == MAIL:
        at = digests.slot(person, tell.kind, at, tell.drop_after)
    if channel in LOUD:
        at = quiet.moved(person.user, at, tell.earliest, tell.drop_after)
    return at


def _row(
    tell: Tell, channel: str, target: int | None, send_after: datetime, now: datetime
) -> Notice:
    return Notice(
        recipient_id=tell.recipient_id,
        address=tell.address,
        kind=tell.kind,
        event=tell.event,
        channel=channel,
        target=target,
        facts=tell.facts,
        send_after=send_after,
        drop_after=tell.drop_after,
        created_at=now,
    )


def put_off(
    recipient_id: int, event: str, *, until: datetime, send_after: datetime | None, since: datetime
) -> None:
    """What is queued about an event is worth sending until another moment.

    With `send_after` it goes then, and never before `since`; without, as it was planned.
    """
    queued = Notice.objects.filter(
        recipient=recipient_id, event=event, state=Notice.State.QUEUED
    ).select_related("recipient")
    if send_after is None:
        queued.update(drop_after=until)
        return
    for notice in queued:
        at = send_after
        if notice.channel in LOUD and notice.recipient is not None:
            at = quiet.moved(notice.recipient, at, since, until)
        Notice.objects.filter(pk=notice.pk, state=Notice.State.QUEUED).update(
            send_after=at, drop_after=until
        )


def withdraw(event: str) -> None:
    """Takes back what is queued about an event, as if it had never been said; it may be said
    again."""
    Notice.objects.filter(event=event, state=Notice.State.QUEUED).delete()
