"""Commands that give time: to one game, to all games of a person, to all after an outage.

A deadline never moves to earlier, so none of them can be undone.
"""

from datetime import timedelta

from django.utils import timezone

from accounts.models import Outage
from games import vault
from games.models import Game, Hand, SeatClock
from games.refusals import Refused
from games.services import clocks, notices, nudge
from games.services.away import MOVING
from games.services.moderation.terms import Deed, Facts

MOST_HOURS = 14 * 24


def _hours(deed: Deed) -> timedelta:
    if not 1 <= deed.given.hours <= MOST_HOURS:
        raise Refused("bad_hours", given=deed.given.hours)
    return timedelta(hours=deed.given.hours)


def extend(deed: Deed) -> Facts:
    """Gives every clock of the open hand so many hours more.

    Where who has answered is hidden, also those that have stopped: all ends move alike.
    """
    if not _lengthen(deed.table, _hours(deed)):
        raise Refused("no_clock")
    return {"hours": deed.given.hours, "hand": deed.table.hand_number}


def _lengthen(game: Game, by: timedelta, user_id: int | None = None) -> int:
    running = SeatClock.objects.filter(MOVING, hand__game=game, hand__state=Hand.State.OPEN)
    if user_id is not None:
        running = running.filter(user=user_id)
    moved = 0
    for clock in running.select_related("hand", "seat"):
        if clocks.lengthen(clock, by):
            notices.clock_moved(clock)
            moved += 1
    return moved


def extend_person(deed: Deed) -> Facts:
    """The same for this person's clock in each of their games, the games locked in one order."""
    person, by = deed.somebody, _hours(deed)
    games = Game.objects.filter(state=Game.State.RUNNING, seats__user=person).order_by("id")
    moved = 0
    for pk in games.values_list("pk", flat=True):
        moved += _lengthen(vault.lock_game(pk=pk), by, person.pk)
    if not moved:
        raise Refused("no_clock")
    return {"hours": deed.given.hours, "games": moved}


def outage(deed: Deed) -> Facts:
    """Says that the site was not reachable in the last hours: every open hand that lost of its
    last quarter gets that time back, by the sweep (games.services.outages), game by game."""
    by, now = _hours(deed), timezone.now()
    row = Outage.objects.create(what="moderator", began=now - by, ended=now)
    nudge.deliver()
    return {"hours": deed.given.hours, "outage": row.pk}
