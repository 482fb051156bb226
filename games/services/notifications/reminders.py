"""The one reminder of a clock: its time is a column there, and its notice is written only then.

So a hand that is answered in time costs no row for it.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts import rows
from accounts.models import Notice, User
from accounts.notifications import outbox, quiet_hours
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from games import pace
from games.models import Hand, SeatClock
from games.pace import Rule

# The share of the time for a hand that is left when the one reminder goes out.
LAST_SHARE = 0.2
BATCH_SIZE = 500
SCHEDULE = """
    UPDATE games_seatclock AS clock SET remind_at = planned.at
    FROM unnest(%(clocks)s::bigint[], %(at)s::timestamptz[]) AS planned (clock, at)
    WHERE clock.id = planned.clock RETURNING clock.id
"""


def moment(user: User, rule: Rule, due: datetime) -> datetime:
    """When this person is reminded of a hand, not on a day off, and moved out of their quiet hours
    if possible."""
    opened = _opened(rule) if rule.still else rule.opened
    at = wished_moment(opened, due, user.remind_hours)
    if rule.weekends and not rule.away:
        return quiet_hours.moved(user, at, opened, due)
    if pace.still_until(rule, at):
        at = _in_running_time(rule, user.remind_hours)
    moved, end = quiet_hours.moved(user, at, opened, due), quiet_hours.moved(user, at)
    fitting = (each for each in (moved, end) if each < due and not pace.still_until(rule, each))
    return next(fitting, at)


def wished_moment(opened: datetime, due: datetime, hours: int | None = None) -> datetime:
    """`hours` before the deadline, by default when a fifth of the time is left; never in the first
    half of the time, since a reminder right after the first letter would be useless.
    """
    left = timedelta(hours=hours) if hours else (due - opened) * LAST_SHARE
    return max(due - left, opened + (due - opened) / 2)


def _in_running_time(rule: Rule, hours: int | None) -> datetime:
    """The same, counted without days off, so that it is none of them."""
    total = rule.seconds + rule.more + rule.stretch
    left = hours * pace.HOUR if hours else total * LAST_SHARE
    seconds = int(max(total - left, total / 2))
    return pace.used_up(replace(rule, seconds=seconds, more=0, stretch=0))


def moment_of(clock: SeatClock) -> datetime:
    """When the person of a clock is reminded, by its present deadline."""
    return moment(clock.user, pace.rule_of(clock.rule), clock.deadline)


def schedule(clocks: Iterable[SeatClock]) -> None:
    """Schedules the reminders of clocks that are running (again), by their present deadlines."""
    planned = list(clocks)
    for clock in planned:
        clock.remind_at = moment_of(clock)
    if planned:
        at = [clock.remind_at for clock in planned]
        rows.fetch(SCHEDULE, {"clocks": [clock.pk for clock in planned], "at": at})


def follow(clocks: Iterable[SeatClock]) -> None:
    """Moves reminders that have not been written yet to fit the present deadlines."""
    schedule(clock for clock in clocks if clock.remind_at is not None)


def cancel(hand: Hand) -> None:
    """Cancels the reminders of a hand whose clocks have stopped."""
    clocks = SeatClock.objects.filter(hand=hand)
    clocks.exclude(remind_at=None).update(remind_at=None)
    outbox.withdraw(map(event_of, clocks))


def send_due(now: datetime) -> int:
    """Writes the notices of all reminders that are due; returns how many.

    Whoever answers meanwhile gets none: that is checked again before a notice is sent. Where time
    is over, the reminder waits: an outage of ours may give some back.
    """
    with transaction.atomic():
        clocks = list(
            SeatClock.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
            .filter(remind_at__lte=now, answered_at=None, paused=False)
            .filter(deadline__gt=database_clock.now())
            .select_related("hand", "seat", "user")
            .order_by("remind_at")[:BATCH_SIZE]
        )
        SeatClock.objects.filter(pk__in=[clock.pk for clock in clocks]).update(remind_at=None)
        clocks = [clock for clock in clocks if not _asked_later(clock)]
        outbox.enqueue(map(_tell, clocks))
    return len(clocks)


def _asked_later(clock: SeatClock) -> bool:
    """Whether its person is suspended and is asked only once that is over: a reminder that waited
    for the same moment would ask them twice."""
    if not clock.user.is_suspended:
        return False
    asked = clock.user.notices.filter(event=f"hand:{clock.hand_id}:your_move")
    return asked.filter(state=Notice.State.QUEUED).exists()


def _tell(clock: SeatClock) -> NotificationRequest:
    facts = {"game": clock.hand.game_id, "hand": clock.hand.number, "seat": clock.seat.index}
    return NotificationRequest(
        clock.user_id, "reminder", event_of(clock), facts, drop_after=clock.deadline
    )


def event_of(clock: SeatClock) -> str:
    """What the notice of its reminder is about: a hand that starts anew has other clocks, of which
    people are reminded again."""
    return f"hand:{clock.hand_id}:reminder:{clock.pk}"


def _opened(rule: Rule) -> datetime:
    """Since when the clock runs, moved to later by the length of its pauses."""
    return sum((end - start for start, end in rule.still), timedelta()) + rule.opened
