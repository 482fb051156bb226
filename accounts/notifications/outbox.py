"""Enqueueing notices: every message to a person starts as a row here.

The wording of each kind is registered in `accounts.notifications.kinds` and asked for by
`accounts.notifications.delivery` when the notice is sent.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

from accounts import rows
from accounts.models import Notice, User
from accounts.models.notices import new_message_id, scope_of
from accounts.notifications import digests, quiet_hours, recipients
from accounts.notifications.channels.names import HOOK, LOUD, MAIL, PUSH, SITE
from accounts.notifications.kinds import KINDS
from accounts.notifications.recipients import Recipient, Way
from accounts.operation import database_clock

WRITE = """
    INSERT INTO accounts_notice
        (recipient_id, address, kind, event, channel, shown, target, facts, state, finished_at,
         send_after, drop_after, message_id, created_at, reason, attempts)
    SELECT recipient_id, address, kind, event, channel, shown, target, facts, state, finished_at,
        send_after, drop_after, message_id, %(now)s, '', 0
    FROM jsonb_to_recordset(%(made)s::jsonb) AS made (
        recipient_id bigint, address text, kind text, event text, channel text, shown boolean,
        target bigint, facts jsonb, state text, finished_at timestamptz, send_after timestamptz,
        drop_after timestamptz, message_id text
    )
    ON CONFLICT DO NOTHING RETURNING id
"""


@dataclass(frozen=True)
class NotificationRequest:
    """One thing to tell one person, or (`recipient_id` None) one address without an account.

    `event` names what happened, so that nobody is told twice: the same (recipient, event,
    channel) is one row for ever.  `facts` are ids and numbers, never a card.  Its letter waits for
    another that it joins until `not_before`, unless its reader wishes each at once.
    """

    recipient_id: int | None
    kind: str
    event: str
    facts: dict[str, Any] = field(default_factory=dict)
    drop_after: datetime | None = None
    address: str = ""
    not_before: datetime | None = None

    @property
    def about(self) -> str:
        """As `Notice.scope`."""
        return scope_of(self.facts)


NOBODY = 0
# By the id of the person how they are told what one game has to say; None: not at all.
Known = Mapping[int, Recipient | None]
NONE: Known = MappingProxyType({})
_later: ContextVar[list[NotificationRequest] | None] = ContextVar("outbox_later", default=None)
_captured: ContextVar[list[NotificationRequest] | None] = ContextVar(
    "outbox_captured", default=None
)
_outward: ContextVar[bool] = ContextVar("outbox_outward", default=False)


@contextmanager
def captured() -> Iterator[list[NotificationRequest]]:
    """Context manager: collects what is enqueued inside it for people who can be reached. Used by
    previews.
    """
    heard: list[NotificationRequest] = []
    token = _captured.set(heard)
    try:
        yield heard
    finally:
        _captured.reset(token)


def enqueue(tells: Iterable[NotificationRequest], known: Known = NONE) -> None:
    """Writes the notices of those who can be reached, within the caller's transaction.

    Bots and guests have no address and get no row, and nobody gets one by a way that they do not
    wish.  A notice that stands already is kept.  Whoever is `known` is not read again.
    """
    if (later := _later.get()) is not None:
        later.extend(tells)
        return
    wanted, now = list(tells), database_clock.now()
    # Look up address-only requests too, so that the work done doesn't reveal who has an account.
    ids = {tell.recipient_id or NOBODY for tell in wanted}
    people = known
    if not ids <= known.keys():
        people = recipients.read(ids, now, {tell.about for tell in wanted})
    made = [row for tell in wanted for row in _rows(tell, people, now)]
    if made:
        rows.fetch(WRITE, {"made": json.dumps(made), "now": now})
        if any(row["channel"] in (PUSH, HOOK) for row in made):
            _outward.set(True)
    if (captured := _captured.get()) is not None:
        captured.extend(
            tell for tell in wanted if tell.address or people.get(tell.recipient_id or NOBODY)
        )


def has_outward() -> bool:
    """Whether this context has enqueued a push or webhook since the last call."""
    found = _outward.get()
    _outward.set(False)
    return found


@contextmanager
def together(known: Known = NONE) -> Iterator[None]:
    """Whatever is enqueued meanwhile is written at the end, at once: to read who is to be told
    and how costs as much for one as for all. Nothing of it is, where that fails."""
    if _later.get() is not None:
        yield
        return
    tells: list[NotificationRequest] = []
    token = _later.set(tells)
    try:
        yield
    finally:
        _later.reset(token)
    enqueue(tells, known)


def _rows(tell: NotificationRequest, people: Known, now: datetime) -> Iterator[dict[str, Any]]:
    if tell.address:
        yield _row(tell, Way(MAIL), now, now)
        return
    person = people.get(tell.recipient_id or 0)
    if person is None:
        return
    for way in person.ways(tell.kind, tell.about):
        yield _row(tell, way, _when(tell, person, way.channel, now), now)


def _when(tell: NotificationRequest, person: Recipient, channel: str, now: datetime) -> datetime:
    """The time to send this on that channel, given the person's digest and quiet hours."""
    at = now
    if channel == MAIL and tell.not_before and person.user.digest != User.Digest.AT_ONCE:
        at = max(at, tell.not_before)
    if tell.kind in KINDS and KINDS[tell.kind].prompt:
        return at
    if channel == MAIL:
        at = digests.slot(person, tell.kind, at, tell.drop_after)
    if channel in LOUD:
        at = quiet_hours.moved(person.user, at, latest=tell.drop_after)
    return at


def _row(
    tell: NotificationRequest, way: Way, send_after: datetime, now: datetime
) -> dict[str, Any]:
    """The row to insert. An in-app notice counts as sent at once."""
    arrived = way.channel == SITE
    return {
        "recipient_id": tell.recipient_id,
        "address": tell.address,
        "kind": tell.kind,
        "event": tell.event,
        "channel": way.channel,
        "shown": way.shown,
        "target": way.target,
        "facts": tell.facts,
        "state": str(Notice.State.SENT if arrived else Notice.State.QUEUED),
        "finished_at": now.isoformat() if arrived else None,
        "send_after": send_after.isoformat(),
        "drop_after": tell.drop_after.isoformat() if tell.drop_after else None,
        "message_id": new_message_id(),
    }


def put_off(recipient_id: int, events: Sequence[str], *, until: datetime) -> None:
    """Moves `drop_after` of the queued notices about these events."""
    queued = Notice.objects.filter(
        recipient=recipient_id, event__in=events, state=Notice.State.QUEUED
    )
    queued.update(drop_after=until)


def withdraw(event: str) -> None:
    """Deletes the queued notices about an event, so that it can be enqueued again."""
    Notice.objects.filter(event=event, state=Notice.State.QUEUED).delete()
