"""Vacations. They are booked here because they move the deadlines of hands that are
already open.
"""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User, Vacation
from accounts.operation import database_clock
from accounts.people import vacations
from accounts.refusals import Refused
from games import game_secrets, pace, sanctions
from games.models import SeatClock
from games.services.hands import clocks, outages

APART = timedelta(hours=26)  # the clocks of Kiritimati and of Baker Island


def book(user: User, first: date, last: date, asked_at: datetime | None = None) -> Vacation:
    """Books these days, and moves the deadlines of this person's open hands.

    What was overdue when it was asked for (`asked_at`, if earlier than now: a mail) stays overdue,
    unless that is only because we were down. Raises `Refused`.
    """
    sanctions.check_may_play(user)
    with transaction.atomic():
        booked = vacations.book(user, first, last)
        days = (booked.first, booked.last)
        excused = _excused(user, asked_at or database_clock.now())
        clocks.give_rule_everywhere(
            user, lambda rule: rule.with_away(clocks.days_for(rule, user, days)), excused
        )
    return booked


def _excused(user: User, asked_at: datetime) -> list[int]:
    """The ids of the overdue clocks in whose hands an answer of that moment would be in time."""
    game_secrets.lock_games_of(user)
    late = clocks.overdue_of(user, database_clock.now())
    return [
        clock.pk
        for clock in late
        if outages.excuses(clock.hand.game, clock.hand, clock.seat, asked_at)
    ]


def cancel(user: User, pk: int) -> None:
    """Cancels a vacation that has not begun and that no open hand depends on. Raises `Refused`.

    A deadline never moves to earlier, so a vacation that moved one can't be given back.
    """
    with transaction.atomic():
        game_secrets.lock_games_of(user)  # a hand that is just opening may count on it
        booked = vacations.to_cancel(user, pk)
        days = (booked.first, booked.last)
        if any(_stood_still(clock, user, days) for clock in _stopped_lately(user)):
            raise Refused("vacation_begun")
        if any(_counts_on(clock, user, days) for clock in clocks.running_clocks(user)):
            raise Refused("vacation_counted")
        # Or the days would still count once more time is given.
        clocks.give_rule_everywhere(user, lambda rule: _without(rule, user, days))
        booked.delete()


def _counts_on(clock: SeatClock, user: User, days: pace.Days) -> bool:
    rule = pace.rule_of(clock.rule)
    without = _without(rule, user, days)
    return without != rule and pace.deadline(without) < clock.deadline


def _stopped_lately(user: User) -> QuerySet[SeatClock]:
    """The clocks of hands that this person has answered while a day that has begun in one zone may
    still be to come in another."""
    since = database_clock.now() - APART
    return SeatClock.objects.filter(user=user, answered_at__gte=since)


def _stood_still(clock: SeatClock, user: User, days: pace.Days) -> bool:
    """Whether the days have begun before this answer, in the zone of the hand."""
    rule, until = pace.rule_of(clock.rule), clock.answered_at
    without = _without(rule, user, days)
    if until is None or without == rule:
        return False
    ran, else_ran = (pace.run_between(each, rule.opened, until) for each in (rule, without))
    return ran < else_ran


def _without(rule: pace.Rule, user: User, days: pace.Days) -> pace.Rule:
    """Without the days as `book` has put them into it, or as it had them when the hand opened."""
    return rule.without_away(days).without_away(clocks.days_for(rule, user, days))
