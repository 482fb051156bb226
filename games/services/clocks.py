"""The clocks of a hand, one for each person who owes an answer: started, stopped, moved.

Called inside a transaction that holds the game's lock.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.models import User, Vacation
from games import pace
from games.models import Game, Hand, Seat, SeatClock
from games.pace import Days, Rule

A_DAY = timedelta(days=1)
STOP = """
    UPDATE games_seatclock SET
        answered_at = %(now)s, in_time = %(in_time)s,
        took_seconds = CASE WHEN %(told)s THEN
            floor(extract(epoch FROM greatest('0', %(now)s - (rule->>'opened')::timestamptz)))
        END
    WHERE hand_id = %(hand)s AND seat_id = %(seat)s AND answered_at IS NULL
    RETURNING rule
"""


def start(game: Game, hand: Hand, seats: Iterable[Seat]) -> dict[int, datetime]:
    """Saves a hand that opens, and starts the clocks of these seats (read with their people).

    It ends with the last of them. Returns the deadlines by seat id.
    """
    people = [(seat, seat.user) for seat in seats if seat.user and not seat.by_bot]
    away = _vacations([user for _seat, user in people], hand.opened_at)
    clocks = [
        _clock(hand, seat, user, rule_for(game, seat, user, hand.opened_at, away[user.pk]))
        for seat, user in people
    ]
    hand.deadline = max((clock.deadline for clock in clocks), default=hand.deadline)
    hand.save()
    SeatClock.objects.bulk_create(clocks)
    return {clock.seat_id: clock.deadline for clock in clocks}


def _clock(hand: Hand, seat: Seat, user: User, rule: Rule) -> SeatClock:
    due = pace.deadline(rule)
    return SeatClock(
        hand=hand, seat=seat, user=user, deadline=due, rule=rule.as_json(), paused=hand.paused
    )


def start_anew(game: Game, hand: Hand, seat: Seat, user: User) -> SeatClock:
    """A full clock from now on in an open hand, for somebody who comes to the seat.

    The hand ends no earlier for it.
    """
    now = timezone.now()
    clock = _clock(
        hand, seat, user, rule_for(game, seat, user, now, _vacations([user], now)[user.pk])
    )
    clock.save()
    hand.deadline = max(hand.deadline, clock.deadline)
    hand.save(update_fields=["deadline"])
    return clock


def rule_for(
    game: Game, seat: Seat, user: User, opened: datetime, away: Sequence[Days] = ()
) -> Rule:
    """What this person was promised for a hand; kept as it is while the hand is open, whatever
    they change in their settings, but for a vacation."""
    quiet = (user.quiet_from, user.quiet_to) if user.quiet_from and user.quiet_to else None
    return Rule(
        opened=opened,
        seconds=game.pace.seconds(seat.bank_seconds),
        zone=_known(user.zone),
        weekends=game.weekends,
        quiet=quiet,
        away=tuple(away),
    )


def _known(zone: str) -> str:
    """The zone, or UTC for one that this machine's database does not have any more."""
    try:
        pace.zone_of(zone)
    except pace.UnknownZone:
        return "UTC"
    return zone


def _vacations(people: Sequence[User], opened: datetime) -> Mapping[int, list[Days]]:
    found: dict[int, list[Days]] = defaultdict(list)
    rows = Vacation.objects.filter(user__in=people, last__gte=opened.date() - A_DAY)
    for user_id, first, last in rows.order_by("first").values_list("user_id", "first", "last"):
        found[user_id].append((first, last))
    return found


def stop(game: Game, hand: Hand, seat: Seat, *, missed: bool = False, ahead: bool = False) -> None:
    """The first answer of a seat stops its clock; with a bank, what it took is charged.

    An answer given `ahead` took no known time: whether there was a plan is told to nobody.
    """
    now = timezone.now()
    values: dict[str, Any] = {
        "now": now,
        "hand": hand.pk,
        "seat": seat.pk,
        "told": game.shows_bids and not ahead,
        "in_time": not missed,
    }
    with connection.cursor() as cursor:
        cursor.execute(STOP, values)
        stopped = cursor.fetchone()
    if stopped and game.bank_hours:
        rule = pace.rule_of(json.loads(stopped[0]))
        _charge(seat, rule, now, game.paused_at, missed=missed)


def _charge(
    seat: Seat, rule: Rule, until: datetime, since: datetime | None, *, missed: bool
) -> None:
    """What has run out; since then the game is paused."""
    taken = timedelta(seconds=rule.seconds)
    if not missed:
        if since is not None:
            until = min(until, since)
        taken = pace.passed(rule, until)
    seat.bank_seconds = max(0, rule.seconds - int(taken.total_seconds()))
    seat.save(update_fields=["bank_seconds"])


def overdue(hand: Hand, now: datetime) -> list[int]:
    """The ids of the seats whose clocks have run out without an answer."""
    due = hand.clocks.filter(answered_at=None, paused=False, deadline__lte=now)
    return list(due.values_list("seat_id", flat=True))


def count(hand: Hand) -> None:
    """From now on the clocks of this resolved hand are part of people's public record."""
    SeatClock.objects.filter(hand=hand).exclude(answered_at=None).update(counted=True)


def drop(game: Game) -> None:
    """Takes away the clocks that still run in a game that has ended."""
    SeatClock.objects.filter(hand__game=game, answered_at=None).delete()


def lengthen(clock: SeatClock, by: timedelta) -> bool:
    """Gives a running clock so much more time; True if its deadline moved.

    With a bank the time is part of what is not charged.
    """
    rule = pace.rule_of(clock.rule)
    longer = replace(rule, seconds=rule.seconds + ceil(by.total_seconds()))
    short = clock.deadline + by - pace.deadline(longer)  # of a deadline that had been moved on
    if by and short > timedelta():
        longer = replace(longer, seconds=longer.seconds + ceil(short.total_seconds()))
    return move(clock, longer)


def move(clock: SeatClock, rule: Rule) -> bool:
    """Gives a running clock another rule; True if its deadline moved.

    It moves to later only: nobody who counted on a moment is to find it past.
    """
    due = max(clock.deadline, pace.deadline(rule))
    moved = due > clock.deadline
    clock.deadline, clock.rule = due, rule.as_json()
    if moved:
        clock.moves, clock.moved_at = clock.moves + 1, timezone.now()
    clock.save(update_fields=["deadline", "rule", "moves", "moved_at"])
    if moved:
        Hand.objects.filter(pk=clock.hand_id, deadline__lt=due).update(deadline=due)
    return moved
