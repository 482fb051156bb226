"""Vacations. They are booked here because they move the deadlines of hands that are
already open.
"""

from datetime import date, datetime

from django.db import transaction

from accounts.models import User, Vacation
from accounts.operation import database_clock
from accounts.people import vacations
from accounts.refusals import Refused
from games import game_secrets, pace, sanctions
from games.models import SeatClock
from games.services.hands import clocks, outages


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
        clocks.give_rule_everywhere(user, lambda rule: rule.with_away(days), excused)
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
        if any(_counts_on(clock, days) for clock in clocks.running_clocks(user)):
            raise Refused("vacation_counted")
        # Or the days would still count once more time is given.
        clocks.give_rule_everywhere(user, lambda rule: rule.without_away(days))
        booked.delete()


def _counts_on(clock: SeatClock, days: pace.Days) -> bool:
    rule = pace.rule_of(clock.rule)
    return days in rule.away and pace.deadline(rule.without_away(days)) < clock.deadline
