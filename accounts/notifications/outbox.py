"""Enqueueing notices: every message to a person starts as a row here.

The wording of each kind is registered in `accounts.notifications.kinds` and asked for by
`accounts.notifications.delivery` when the notice is sent.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from accounts import rows
from accounts.models import Notice, User
from accounts.models.notices import new_message_id, scope_of
from accounts.notifications import digests, eligibility, quiet_hours, recipients
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
# Whoever has an account has no address there; saying so lets the index of a person's events do.
EXTEND = """
    UPDATE accounts_notice AS notice SET drop_after = extended.until
    FROM unnest(%(recipients)s::bigint[], %(events)s::text[], %(until)s::timestamptz[])
        AS extended (recipient, event, until)
    WHERE notice.recipient_id = extended.recipient AND notice.address = ''
        AND notice.event = extended.event AND notice.state = 'queued'
    RETURNING notice.id
"""
REVIVE = """
    UPDATE accounts_notice AS notice SET drop_after = extended.until,
        state = 'queued', reason = '', finished_at = NULL, digest_id = NULL
    FROM unnest(%(recipients)s::bigint[], %(events)s::text[], %(until)s::timestamptz[])
        AS extended (recipient, event, until)
    WHERE notice.recipient_id = extended.recipient AND notice.address = ''
        AND notice.event = extended.event AND notice.state = 'dropped' AND notice.reason = %(late)s
    RETURNING notice.id
"""


@dataclass(frozen=True)
class NotificationRequest:
    """One thing to tell one person or, if `recipient_id` is None, one address without an account.

    `event` names what happened, so that nobody is told twice: there is only ever one row per
    recipient, event and channel. `facts` are ids and numbers, never a card. `not_before` makes a
    letter wait for another that it may join, unless the reader wants each one immediately. `muted`
    writes the row of the letter alone, for somebody who won't get it but whom nobody may tell from
    those who will.
    """

    recipient_id: int | None
    kind: str
    event: str
    facts: dict[str, Any] = field(default_factory=dict)
    drop_after: datetime | None = None
    address: str = ""
    not_before: datetime | None = None
    muted: bool = False


NOBODY = 0
A_HAIR = timedelta(microseconds=1)  # changes when a notice is sent for whoever compares, only
# The name of an event that may happen again: its row's own.
OTHER_EVENT = Concat("event", Value(":"), Cast("pk", CharField()))
# Recipients by the person's id, as far as one game's notices go; None if that person isn't
# notified.
Known = Mapping[int, Recipient | None]
NONE: Known = MappingProxyType({})
_later: ContextVar[list[NotificationRequest] | None] = ContextVar("outbox_later", default=None)
_captured: ContextVar[list[NotificationRequest] | None] = ContextVar(
    "outbox_captured", default=None
)
_external: ContextVar[bool] = ContextVar("outbox_external", default=False)


@contextmanager
def captured() -> Iterator[list[NotificationRequest]]:
    """Context manager: collects what is enqueued inside it for people who can be reached and want
    it. Used by previews.
    """
    heard: list[NotificationRequest] = []
    token = _captured.set(heard)
    try:
        yield heard
    finally:
        _captured.reset(token)


def enqueue(requests: Iterable[NotificationRequest], known: Known = NONE) -> None:
    """Stores notices for the people who can be reached, in the caller's transaction.

    Bots and guests have no address and get no row; nobody gets one on a channel they don't want.
    Existing notices stay as they are. Recipients in `known` aren't looked up again.
    """
    if (later := _later.get()) is not None:
        later.extend(requests)
        return
    wanted, now = list(requests), database_clock.now()
    # Look up address-only requests too, so that the work done doesn't reveal who has an account.
    ids = {request.recipient_id or NOBODY for request in wanted}
    people = known
    if not ids <= known.keys():
        people = recipients.read(ids, now, {scope_of(request.facts) for request in wanted})
    made_of = [(request, [*_rows(request, people, now)]) for request in wanted]
    made = [row for _request, rows_of in made_of for row in rows_of]
    if made:
        rows.fetch(WRITE, {"made": json.dumps(made), "now": now})
        if any(row["channel"] in (PUSH, HOOK) for row in made):
            _external.set(True)
    if (captured := _captured.get()) is not None:
        captured.extend(request for request, rows_of in made_of if rows_of)


def has_external() -> bool:
    """Whether this context has enqueued a push or webhook since the last call."""
    found = _external.get()
    _external.set(False)
    return found


@contextmanager
def together(known: Known = NONE) -> Iterator[None]:
    """Collects what is enqueued within the block and writes it in one go at the end, because
    looking up recipients costs as much for one as for all. If the block raises, none of it is
    written."""
    if _later.get() is not None:
        yield
        return
    requests: list[NotificationRequest] = []
    token = _later.set(requests)
    try:
        yield
    finally:
        _later.reset(token)
    enqueue(requests, known)


def _rows(request: NotificationRequest, people: Known, now: datetime) -> Iterator[dict[str, Any]]:
    """The rows to insert, one for each way. An in-app notice counts as sent at once."""
    person = None if request.address else people.get(request.recipient_id or NOBODY)
    if person is not None and not request.muted:
        ways = person.ways(request.kind, scope_of(request.facts))
    else:
        ways = iter([Way(MAIL)] if request.address or request.muted else [])
    for way in ways:
        arrived, send_after = way.channel == SITE, now
        if person is not None:
            send_after = _when(request, person, way.channel, now)
        yield {
            "recipient_id": request.recipient_id,
            "address": request.address,
            "kind": request.kind,
            "event": request.event,
            "channel": way.channel,
            "shown": way.shown,
            "target": way.target,
            "facts": request.facts,
            "state": str(Notice.State.SENT if arrived else Notice.State.QUEUED),
            "finished_at": now.isoformat() if arrived else None,
            "send_after": send_after.isoformat(),
            "drop_after": request.drop_after.isoformat() if request.drop_after else None,
            "message_id": new_message_id(),
        }


def _when(request: NotificationRequest, person: Recipient, channel: str, now: datetime) -> datetime:
    """The time to send this on that channel, given the person's digest and quiet hours."""
    at = now
    if channel == MAIL and request.not_before and person.user.digest != User.Digest.AT_ONCE:
        at = max(at, request.not_before)
    if request.kind in KINDS and KINDS[request.kind].prompt:
        return at
    if channel == MAIL:
        at = digests.slot(person, request.kind, at, request.drop_after)
    if channel in LOUD:
        at = quiet_hours.moved(person.user, at, latest=request.drop_after)
    return at


def extend_expiry(until: Mapping[tuple[int, str], datetime]) -> None:
    """Moves `drop_after` of the queued notices with these recipients and events, and queues those
    again that were dropped because it had passed.
    """
    if not until:
        return
    extended = {
        "recipients": [recipient for recipient, _event in until],
        "events": [event for _recipient, event in until],
        "until": list(until.values()),
    }
    # In this order, or one that is dropped between the two would stay dropped.
    rows.fetch(EXTEND, extended)
    rows.fetch(REVIVE, {**extended, "late": eligibility.LATE})


def forget_untrue(requests: Sequence[NotificationRequest]) -> None:
    """Deletes the notices about these events that were no longer true when they were due, so that
    they can be enqueued again. Those that wait are marked, since a sender may just have found them
    untrue (`eligibility.still_applies`)."""
    earlier = _earlier(requests)
    # In this order, or one that is dropped between the two would stay dropped.
    waiting = earlier.filter(state=Notice.State.QUEUED)
    waiting.update(send_after=F("send_after") - A_HAIR)
    earlier.filter(state=Notice.State.DROPPED, reason=eligibility.UNTRUE).delete()


def forget_told(requests: Sequence[NotificationRequest]) -> None:
    """Lets all of these be enqueued again: earlier notices about these events that wait are
    deleted, and the others keep another name, and stand behind the bell no longer."""
    earlier = _earlier(requests)
    _delete_waiting(earlier)
    earlier.update(event=OTHER_EVENT, shown=False)


def let_recur(requests: Sequence[NotificationRequest]) -> None:
    """Lets all of these be enqueued again, beside what was told before."""
    _earlier(requests).update(event=OTHER_EVENT)


def _earlier(requests: Sequence[NotificationRequest]) -> "QuerySet[Notice]":
    return Notice.objects.filter(
        recipient__in=[request.recipient_id for request in requests],
        event__in=[request.event for request in requests],
    )


def withdraw(events: Iterable[str]) -> None:
    """Deletes the queued notices about these events, so that they can be enqueued again; not those
    that may be on their way, of which there would be a second letter."""
    _delete_waiting(Notice.objects.filter(event__in=list(events)))


def _delete_waiting(notices: "QuerySet[Notice]") -> None:
    waiting = notices.filter(state=Notice.State.QUEUED, unsure_at=None)
    waiting.exclude(leased_until__gt=timezone.now()).delete()
