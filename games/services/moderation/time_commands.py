"""Commands that give time: to one game, to all games of a person, to all games after an outage.

A deadline never moves to earlier, so none of them can be undone.
"""

from datetime import timedelta
from typing import Any

from accounts.models import Outage
from accounts.operation import database_clock
from games import game_secrets
from games.models import Game, SeatClock
from games.refusals import Refused
from games.services import wake_workers
from games.services.hands import clocks
from games.services.moderation.command_types import Action, Facts
from games.services.notifications import hand_notices

MAX_HOURS = 14 * 24


def _hours(action: Action) -> timedelta:
    if not 1 <= action.given.hours <= MAX_HOURS:
        raise Refused("bad_hours", given=action.given.hours)
    return timedelta(hours=action.given.hours)


def extend(action: Action) -> Facts:
    """Gives every clock of the open hand that many more hours.

    Where it is hidden who has answered, also the clocks that have stopped, so that all deadlines
    move alike.
    """
    if not _lengthen(_hours(action), hand__game=action.table):
        raise Refused("no_clock")
    return {"hours": action.given.hours, "hand": action.table.hand_number}


def _lengthen(by: timedelta, **which: Any) -> int:
    running = SeatClock.objects.filter(clocks.MOVING, clocks.AS_OPEN, **which)
    moved = clocks.move_all(
        (clock, clocks.lengthened(clock, by)) for clock in running.select_related("user")
    )
    hand_notices.retime_queued(moved)
    return len(moved)


def extend_person(action: Action) -> Facts:
    """Extends this person's clock in each of their games, which are locked in order."""
    person, by = action.somebody, _hours(action)
    game_secrets.lock_games_of(person)
    moved = _lengthen(by, user=person, hand__game__state=Game.State.RUNNING)
    if not moved:
        raise Refused("no_clock")
    return {"hours": action.given.hours, "games": moved}


def outage(action: Action) -> Facts:
    """Notes that the site was unreachable for the last hours. The sweep then credits every open
    hand that lost time in its last quarter (`games.services.hands.outages`)."""
    by, now = _hours(action), database_clock.now()
    row = Outage.objects.create(what="moderator", began=now - by, ended=now)
    wake_workers.deliver()
    return {"hours": action.given.hours, "outage": row.pk}
