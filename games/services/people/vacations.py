"""Vacations. They are booked here because they move the deadlines of hands that are
already open.
"""

from collections.abc import Callable
from datetime import date

from django.db import transaction
from django.db.models import Q

from accounts.models import User, Vacation
from accounts.operation import database_clock
from accounts.people import vacations
from accounts.refusals import Refused
from games import game_secrets, pace, sanctions
from games.models import Game, Hand, SeatClock
from games.pace import Rule
from games.services.hands import clocks
from games.services.notifications import hand_notices

# The clocks that a vacation moves: those that run, and in an open hand also those that nobody may
# know have stopped (because the table hides who has answered, or the answer was given in advance).
# Otherwise the deadline, which everybody sees, would tell.
MOVING = Q(given_up=False) & (
    Q(answered_at=None) | Q(hand__state=Hand.State.OPEN, took_seconds=None)
)


def book(user: User, first: date, last: date) -> Vacation:
    """Books these days, and moves the deadlines of this person's open hands.

    What is already overdue stays overdue. Raises `Refused`.
    """
    sanctions.check_may_play(user)
    with transaction.atomic():
        booked = vacations.book(user, first, last)
        days = (booked.first, booked.last)
        for clock in running_clocks(user):
            give_rule(clock.pk, lambda rule: rule.with_away(days))
    return booked


def cancel(user: User, pk: int) -> None:
    """Cancels a vacation that has not begun and that no open hand depends on. Raises `Refused`.

    A deadline never moves to earlier, so a vacation that moved one can't be given back.
    """
    with transaction.atomic():
        booked = vacations.to_cancel(user, pk)
        days = (booked.first, booked.last)
        if any(_counts_on(clock, days) for clock in running_clocks(user)):
            raise Refused("vacation_counted")
        booked.delete()


def _counts_on(clock: SeatClock, days: pace.Days) -> bool:
    rule = pace.rule_of(clock.rule)
    return days in rule.away and pace.deadline(rule.without_away(days)) < clock.deadline


def running_clocks(user: User) -> list[SeatClock]:
    """The running clocks of this person, in the order in which games are locked."""
    running = SeatClock.objects.filter(MOVING, user=user)
    return list(running.order_by("hand__game_id"))


def give_rule(clock_id: int, change: Callable[[Rule], Rule]) -> bool:
    """Changes the rule of a clock under its game's lock, if it is still running and not overdue.
    True if its deadline moved."""
    with transaction.atomic():
        game_id = SeatClock.objects.filter(pk=clock_id).values_list("hand__game_id", flat=True)
        game = game_secrets.lock_game(pk=game_id.get())
        open_ = SeatClock.objects.select_related("hand").filter(MOVING)
        running = Q(deadline__gt=database_clock.now()) | Q(paused=True)
        clock = open_.filter(running, pk=clock_id).first()
        if clock is None or game.state != Game.State.RUNNING:
            return False
        if clock.hand.state != Hand.State.OPEN:
            return False
        moved = clocks.move(clock, change(pace.rule_of(clock.rule)))
        if moved:
            hand_notices.retime_queued(clock)
    return moved
