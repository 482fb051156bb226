"""Delivers the outbox (docs/architecture.md, Letters; docs/notices.md).

Due notices are claimed with a lease, one channel at a time. Just before one is sent, we check that
its person wants it and that it is still true. A notice that fails doesn't hold up the others. A
worker that loses the database waits for it, then records what became of each notice and releases
those it had not begun. A worker that is killed leaves a lease that expires, and the last mails that
it sent go once more, with the same Message-IDs: twice in all, or once more for each worker that is
killed at just that moment.
"""

import logging
import math
import time
import traceback
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from threading import Event
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction
from django.db.models import Count, F, Min, QuerySet
from django.utils import timezone

from accounts.email import smtp_client
from accounts.models import Notice
from accounts.notifications import bounces, digests, due_notices, eligibility, prefetch
from accounts.notifications.channels.base import Channel, MoreToCome, NotBegun, Postponed
from accounts.notifications.channels.email import EmailChannel
from accounts.notifications.channels.names import HOOK, MAIL, PUSH
from accounts.notifications.channels.push import PushChannel
from accounts.notifications.channels.webhook import WebhookChannel
from accounts.notifications.eligibility import NotSent
from accounts.operation import database_clock, database_errors, heartbeats
from accounts.operation.send_errors import OutcomeUnknown, RefusedForGood, TryLater, Unreachable

log = logging.getLogger(__name__)

BATCH = 160  # large enough to share the cost of the queries that a batch needs
# Channels that wait for other people's servers claim few, so that other workers get their share.
SIZES = {PUSH: 10, HOOK: 4}
THREADS = 4  # threads for each of these channels
# We don't start sending this close to the end of the lease, since another worker may claim the
# notice then. A mail server may take ten minutes for one letter.
LEASE_MARGIN = smtp_client.longest() + timedelta(minutes=1)
LEASE = LEASE_MARGIN + timedelta(minutes=3)
MAX_RUN = 40.0  # seconds; then the caller looks for other work
# Sent letters are recorded in groups of this size. A worker killed in between sends at most that
# many twice.
TOGETHER = 10
MAX_ATTEMPTS = 30  # about two days with the back-off below
# If the server didn't say whether it took a letter, we send it once more after this time, and never
# again.
WHEN_UNSURE = timedelta(minutes=10)
WHEN_UNREACHABLE = timedelta(seconds=15)
SEVERAL = 2
OUR_FAULT = "not_composed"  # the reason of a letter at which we break, not the mail server
NEVER = Event()  # never set: for callers without an event to stop them
# Without such an event, the caller is a task, and some tasks must end within a minute. So it waits
# no longer than this for a database that is down.
PATIENCE = timedelta(seconds=15)
State = Notice.State
Unsent = dict[tuple[str, str], list[Notice]]  # by final state and reason


CHANNEL_CLASSES: dict[str, Callable[[], Channel]] = {
    MAIL: EmailChannel,
    PUSH: PushChannel,
    HOOK: WebhookChannel,
}


def deliver(seconds: float = MAX_RUN, channel: str = MAIL, *, stop: Event = NEVER) -> int:
    """Sends what is due on a channel, for about `seconds`; returns how many notices were sent.

    Once `stop` is set, it doesn't start on another notice. Nor does it, once the time is over, on a
    channel that waits for other people's servers: its task would be killed. On a host with a wrong
    clock it sends nothing: it would send notices early, or drop valid ones.
    """
    end = time.monotonic() + seconds
    latest = end if channel in SIZES else math.inf  # for another of what is claimed
    sent = 0
    if database_clock.is_wrong():
        return 0
    with CHANNEL_CLASSES[channel]() as line:
        full = True
        while full and time.monotonic() < end and not stop.is_set():
            batch, full = claim(channel, timezone.now())
            try:
                sent += _deliver(batch, line, stop, latest)
            except Unreachable as error:
                log.warning("The channel %s is down; its notices wait. %s", channel, error)
                return sent
    if channel == MAIL and (sent or not _puts_everybody_off()):
        heartbeats.beat(heartbeats.OUTBOX)
    return sent


def _puts_everybody_off() -> bool:
    """Whether the mail server puts off letters to several people and has taken none since the first
    of these was due: full, or over its quota, it is as good as down. One person alone may have an
    address for which it has to wait itself.
    """
    queued = _due().filter(channel=MAIL)
    put_off = queued.filter(attempts__gt=0, unsure_at=None).exclude(reason__startswith=OUR_FAULT)
    found = put_off.aggregate(first=Min("send_after"), people=Count("recipient", distinct=True))
    if found["people"] < SEVERAL:
        return False
    newest = Notice.objects.filter(channel=MAIL).order_by("-id")
    left = newest.values_list("state", "finished_at")[:BATCH]
    return not any(state == State.SENT and at and at > found["first"] for state, at in left)


def deliver_external(seconds: float = MAX_RUN / 2) -> int:
    """Delivers pushes and webhooks in several threads, so that a silent server blocks no others."""
    jobs = [channel for channel in (PUSH, HOOK) if _is_due(channel) for _ in range(THREADS)]
    if not jobs:
        return 0
    with ThreadPoolExecutor(len(jobs), "external") as crew:
        return sum(crew.map(lambda channel: _alone(channel, seconds), jobs))


def _is_due(channel: str) -> bool:
    return _due().filter(channel=channel).exists()


def _due() -> "QuerySet[Notice]":
    now = timezone.now()
    queued = Notice.objects.filter(state=State.QUEUED, send_after__lte=now)
    return queued.exclude(due_notices.held_back(now))


def _alone(channel: str, seconds: float) -> int:
    """Runs in a thread: closes the thread's own database connection afterwards."""
    try:
        return deliver(seconds, channel)
    finally:
        connection.close()


def claim(channel: str, now: datetime) -> tuple[list[Notice], bool]:
    """Claims the next due notices: leases them to the caller, so that nobody else gets them. Also
    says whether more may be due; for later ones, `enqueue` wakes us.

    Letters that can be combined are combined first; parts of another letter aren't claimed.
    """
    if channel == MAIL:
        digests.gather(now)
    size = SIZES.get(channel, BATCH)
    with transaction.atomic():
        due = due_notices.due(channel, now, size)
        full = len(due) == size
        if channel == MAIL:
            due = digests.joined(due, now)
        lease = now + LEASE
        Notice.objects.filter(pk__in=[notice.pk for notice in due]).update(leased_until=lease)
    for notice in due:
        notice.leased_until = lease
    prefetch.link(due)
    return due, full


def _deliver(batch: Sequence[Notice], line: Channel, stop: Event, latest: float) -> int:
    held, wait = Held(deque(batch)), timedelta()
    try:
        held.send(line, stop, latest)
    except Unreachable:
        wait = WHEN_UNREACHABLE
        raise
    finally:
        _surely(partial(held.write_down, wait), batch, stop)
    return held.sent


def _surely(action: Callable[[], object], batch: Sequence[Notice], stop: Event) -> None:
    """Runs `action` as soon as the database answers, but not after the lease or, in a task,
    `PATIENCE`.
    """
    until = timezone.now() + PATIENCE if stop is NEVER else None
    database_errors.when_it_answers(
        action, lambda: not stop.is_set() and (until or _lease_of(batch[0])) > timezone.now()
    )


@dataclass
class Held:
    """Claimed notices, with those outcomes that aren't recorded in the database yet."""

    waiting: deque[Notice]  # not begun yet
    left: list[Notice] = field(default_factory=list)
    unsent: Unsent = field(default_factory=lambda: defaultdict(list))
    sent: int = 0

    def send(self, line: Channel, stop: Event, latest: float = math.inf) -> None:
        """Sends the waiting notices, until `stop` is set, the time (of `time.monotonic`) is over or
        the lease is about to expire.
        """
        while self.waiting and not stop.is_set() and time.monotonic() < latest:
            if _lease_of(self.waiting[0]) - timezone.now() < LEASE_MARGIN:
                return
            self._next(line, stop)
            if len(self.left) == TOGETHER:
                self.sent += _settle_sent(self.left)

    def _next(self, line: Channel, stop: Event) -> None:
        notice = self.waiting.popleft()
        try:
            if _hand_over(notice, line, stop):
                self.left.append(notice)
        except NotSent as never:
            self.unsent[never.state, never.reason].append(notice)
        except (Unreachable, NotBegun):
            self.waiting.appendleft(notice)
            raise

    def write_down(self, wait: timedelta) -> None:
        """Records every outcome; releases the rest, to be claimed again after `wait`."""
        self.sent += _settle_sent(self.left)
        _settle_unsent(self.unsent)
        _release(self.waiting, wait)


def _hand_over(notice: Notice, line: Channel, stop: Event) -> bool:
    """Sends a notice; True if it was sent. The caller must record that, or a `NotSent`; all other
    outcomes are recorded here.
    """
    outcome: Callable[[], object]
    try:
        line.send(notice)
    except (Unreachable, NotBegun, NotSent, SoftTimeLimitExceeded):
        raise
    except RefusedForGood as error:
        outcome = partial(_settle, notice, State.FAILED, str(error), attempts=F("attempts") + 1)
    except OutcomeUnknown as error:
        outcome = partial(_unsure, notice, f"unknown: {error}")
    except MoreToCome as soon:
        outcome = partial(_ours(notice).update, leased_until=None, send_after=soon.until)
    except Postponed as pause:
        outcome = partial(_ours(notice).update, leased_until=pause.until)
    except TryLater as error:
        outcome = partial(_later, notice, str(error))
    except Exception as error:
        if database_errors.is_cut(error):
            raise  # nobody knows if it was sent; its lease expires
        _report(notice, error)  # a bug in one kind must not stop the others
        outcome = partial(_later, notice, f"{OUR_FAULT}: {type(error).__name__}")
    else:
        return True
    _surely(outcome, [notice], stop)
    return False


def _settle_sent(left: list[Notice]) -> int:
    """Marks these notices of one batch as sent and empties the list; returns how many."""
    count = len(left)
    if left:
        told = [{"notice": n.pk, "kind": n.kind, "message_id": n.message_id} for n in left]
        with digests.settled_with(left):
            _ours(*left).update(
                state=State.SENT,
                reason="",
                attempts=F("attempts") + 1,
                finished_at=timezone.now(),
                leased_until=None,
            )
        log.info("Left by %s.", left[0].channel, extra={"letters": told})
    left.clear()
    return count


def _settle_unsent(unsent: Unsent) -> None:
    """Records notices that won't be sent, with one query per outcome."""
    for (state, reason), notices in unsent.items():
        plain = [notice for notice in notices if notice.kind != digests.KIND]
        if plain:
            ended = _end(eligibility.still_applies(_ours(*plain), reason, plain), state, reason)
            if ended < len(plain):  # it no longer applies to some
                _ours(*plain).update(leased_until=None)
        for digest in notices:
            if digest.kind == digests.KIND:
                _settle(digest, state, reason)


def _end(notices: "QuerySet[Notice]", state: str, reason: str, **more: Any) -> int:
    return notices.update(
        state=state, reason=reason[:200], finished_at=timezone.now(), leased_until=None, **more
    )


def _settle(notice: Notice, state: str, reason: str, **more: Any) -> None:
    """Ends a notice and its parts, unless our lease has expired and another worker may hold it."""
    with transaction.atomic():
        ended = _end(_ours(notice), state, reason, **more)
        if ended and notice.kind == digests.KIND:
            digests.settle(notice, state, reason)


def _later(notice: Notice, reason: str) -> None:
    """Schedules another attempt with exponential back-off, or fails after `MAX_ATTEMPTS`."""
    attempts = notice.attempts + 1
    if attempts >= MAX_ATTEMPTS:
        _settle(notice, State.FAILED, reason, attempts=attempts)
        return
    _ours(notice).update(
        reason=reason[:200], attempts=attempts, leased_until=timezone.now() + back_off(attempts)
    )


def _unsure(notice: Notice, reason: str) -> None:
    """The server may have taken it: retries once, later; the second time, the outcome stays
    unknown.
    """
    if notice.unsure_at is not None:
        _settle(notice, State.UNKNOWN, reason, attempts=F("attempts") + 1)
        bounces.tell_on_site(notice)
        return
    now = timezone.now()
    _ours(notice).update(
        reason=reason[:200],
        attempts=F("attempts") + 1,
        unsure_at=now,
        leased_until=now + WHEN_UNSURE,
    )


def back_off(attempts: int) -> timedelta:
    """The wait before the next attempt: 1, 2, 4 … minutes, at most two hours."""
    return timedelta(minutes=min(2 ** (attempts - 1), 120))


def _release(batch: Collection[Notice], wait: timedelta) -> None:
    until = timezone.now() + wait
    if batch:
        _ours(*batch).update(leased_until=until)


def _ours(first: Notice, *others: Notice) -> "QuerySet[Notice]":
    """The rows of these notices, all of one batch, on which our lease still holds."""
    keys = [first.pk, *(notice.pk for notice in others)]
    return Notice.objects.filter(pk__in=keys, state=State.QUEUED, leased_until=first.leased_until)


def _lease_of(notice: Notice) -> datetime:
    return notice.leased_until or timezone.now()


def _report(notice: Notice, error: Exception) -> None:
    """Logs where composing failed, without the error's text, which may quote somebody's cards."""
    where = "".join(traceback.format_tb(error.__traceback__))
    log.error("Notice %s (%s) broke:\n%s%s", notice.pk, notice.kind, where, type(error).__name__)
