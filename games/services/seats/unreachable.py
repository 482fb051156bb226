"""Pauses the clocks, once, of somebody whom our letters no longer reach: they could not know."""

from datetime import timedelta

from accounts.models import User
from accounts.operation import database_clock
from games import pace
from games.services.hands import clocks

PAUSE = 2  # days, today included


def pause(user: User) -> int:
    """Stops the clocks of this person's open hands for today and tomorrow; returns how many moved.

    It works like a vacation: deadlines only move to later, and what is overdue stays overdue.
    """
    today = database_clock.now().astimezone(pace.zone_of(clocks.known_zone(user))).date()
    days = (today, today + timedelta(days=PAUSE - 1))
    return clocks.give_rule_everywhere(
        user, lambda rule: rule.with_away(clocks.days_for(rule, user, days))
    )
