"""Vacations. They are booked here because they move the deadlines of hands that are
already open.
"""

from datetime import date

from django.db import transaction

from accounts.models import User, Vacation
from accounts.people import vacations
from accounts.refusals import Refused
from games import game_secrets, pace, sanctions
from games.models import SeatClock
from games.services.hands import clocks


def book(user: User, first: date, last: date) -> Vacation:
    """Books these days, and moves the deadlines of this person's open hands.

    What is already overdue stays overdue. Raises `Refused`.
    """
    sanctions.check_may_play(user)
    with transaction.atomic():
        booked = vacations.book(user, first, last)
        days = (booked.first, booked.last)
        clocks.give_rule_everywhere(user, lambda rule: rule.with_away(days))
    return booked


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
