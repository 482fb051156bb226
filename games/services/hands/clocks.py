"""The clocks of a hand, one for each person who owes an answer: started, stopped, moved.

Called inside a transaction that holds the game's lock.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from json import dumps
from math import ceil
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import rows
from accounts.models import User, Vacation
from accounts.operation import database_clock
from games import game_secrets, pace
from games.models import Game, Hand, Seat, SeatClock
from games.pace import Days, Rule
from games.selectors.results.sandbox import is_of_sandbox
from games.services.notifications import hand_notices, reminders

A_DAY = timedelta(days=1)
# The clocks of hands that are open, as far as everybody may know (`games.visibility.shown_state`).
AS_OPEN = Q(hand__state=Hand.State.OPEN) | Q(
    hand__state=Hand.State.READY, hand__game__shows_bids=False
)
# The clocks that move with their rule: those that run, and in such a hand also those that nobody
# may know have stopped (because the table hides who has answered, or the answer was given in
# advance). Otherwise the deadline, which everybody sees, would tell.
MOVING = Q(given_up=False) & (Q(answered_at=None) | (AS_OPEN & Q(took_seconds=None)))

MOVE = """
    WITH moved AS (
        SELECT * FROM jsonb_to_recordset(%(moved)s::jsonb) AS moved (
            clock bigint, hand bigint, deadline timestamptz, rule jsonb, moves int,
            moved_at timestamptz
        )
    ), hands AS (
        UPDATE games_hand AS hand SET deadline = latest.deadline
        FROM (SELECT hand, max(deadline) AS deadline FROM moved GROUP BY hand) AS latest
        WHERE hand.id = latest.hand AND hand.deadline < latest.deadline
    )
    UPDATE games_seatclock AS clock SET deadline = moved.deadline, rule = moved.rule,
        moves = moved.moves, moved_at = moved.moved_at
    FROM moved WHERE clock.id = moved.clock RETURNING clock.id
"""

Away = Mapping[int, Sequence[Days]]  # by the id of the person


class Started(NamedTuple):
    """A clock that has just started, not stored yet."""

    seat: Seat
    user: User
    rule: Rule
    deadline: datetime
    remind_at: datetime


def start(game: Game, hand: Hand, seats: Iterable[Seat]) -> None:
    """Saves a hand that opens, and starts the clocks of these seats (loaded with their `user`)."""
    running = started(game, hand, seats)
    hand.save()
    SeatClock.objects.bulk_create(
        clock_of(hand, each.seat, each.user, each.rule) for each in running
    )


def started(
    game: Game, hand: Hand, seats: Iterable[Seat], away: Away | None = None
) -> list[Started]:
    """The clocks of these seats (loaded with their `user`) in a hand that opens.

    Sets the (unsaved) hand's deadline to the last of them. `away`: vacations by person id, if they
    were read already.
    """
    people = [(seat, seat.user) for seat in seats if seat.user and not seat.by_bot]
    if away is None:
        away = _vacations([user for _seat, user in people], hand.opened_at)
    clocks: list[Started] = []
    dues: dict[Rule, datetime] = {}  # at one table most have the same
    for seat, user in people:
        rule = rule_for(game, seat, user, hand.opened_at, away.get(user.pk, ()))
        due = dues[rule] = dues.get(rule) or pace.deadline(rule)
        remind_at = reminders.moment(user, rule, due)
        clocks.append(Started(seat, user, rule, due, remind_at))
    hand.deadline = max([clock.deadline for clock in clocks], default=hand.deadline)
    return clocks


def clock_of(hand: Hand, seat: Seat, user: User, rule: Rule) -> SeatClock:
    due = pace.deadline(rule)
    return SeatClock(
        hand=hand, seat=seat, user=user, deadline=due, rule=rule.as_json(), paused=hand.paused,
        remind_at=reminders.moment(user, rule, due),
    )  # fmt: skip


def start_anew(game: Game, hand: Hand, seat: Seat, user: User) -> SeatClock:
    """A full clock from now on in an open hand, for somebody who takes over the seat.

    It may move the hand's deadline to later, never to earlier.
    """
    clock = clock_of(hand, seat, user, _rule_from_now(game, seat, user))
    clock.save()
    hand.deadline = max(hand.deadline, clock.deadline)
    hand.save(update_fields=["deadline"])
    return clock


def renew(game: Game, clock: SeatClock, seat: Seat, user: User) -> bool:
    """The full time from now on for a clock of an open hand. True if its deadline moved."""
    return move(clock, _rule_from_now(game, seat, user))


def _rule_from_now(game: Game, seat: Seat, user: User) -> Rule:
    now = database_clock.now()
    return rule_for(game, seat, user, now, _vacations([user], now).get(user.pk, ()))


def rule_for(
    game: Game, seat: Seat, user: User, opened: datetime, away: Sequence[Days] = ()
) -> Rule:
    """What this person is promised for a hand. It stays as it is while the hand is open, whatever
    they change in their settings, but for vacations.

    In the sandbox programs play at speed, and so have neither vacations nor quiet hours.
    """
    at_speed = user.kind == User.Kind.PROGRAM and is_of_sandbox(game)
    quiet = (user.quiet_from, user.quiet_to) if user.quiet_from and user.quiet_to else None
    return Rule(
        opened=opened,
        seconds=game.pace.seconds(seat.bank_seconds),
        zone=known_zone(user),
        weekends=game.weekends,
        quiet=None if at_speed else quiet,
        away=() if at_speed else tuple(away),
    )


def days_for(rule: Rule, user: User, days: Days) -> Days:
    """Days of the zone that the rule is in, for days of the zone in which this person lives now."""
    return pace.same_days(days, known_zone(user), rule.zone)


def known_zone(user: User) -> str:
    """Their zone, or UTC if the time zone database of this machine no longer has it."""
    try:
        pace.zone_of(user.zone)
    except pace.UnknownZone:
        return "UTC"
    return user.zone


def _vacations(people: Sequence[User], opened: datetime) -> Mapping[int, list[Days]]:
    found: dict[int, list[Days]] = defaultdict(list)
    booked = Vacation.objects.filter(user__in=people, last__gte=opened.date() - A_DAY)
    for user_id, first, last in booked.order_by("first").values_list("user_id", "first", "last"):
        found[user_id].append((first, last))
    return found


def charge(
    game: Game, seat: Seat, rule: Rule, *, until: datetime | None = None, missed: bool = False
) -> None:
    """Takes the time that this seat's clock ran, `until` its answer (None: now), from its bank;
    none for the time of a pause."""
    taken = timedelta(seconds=rule.seconds)
    if not missed:
        until = until or database_clock.now()
        if game.paused_at is not None:
            until = min(until, game.paused_at)
        taken = pace.passed(rule, until)
    seat.bank_seconds = max(0, rule.seconds - int(taken.total_seconds()))
    seat.save(update_fields=["bank_seconds"])


def overdue(hand: Hand, now: datetime) -> list[int]:
    """The ids of the seats whose clocks have run out without an answer."""
    due = hand.clocks.filter(answered_at=None, paused=False, deadline__lte=now)
    return list(due.values_list("seat_id", flat=True))


def drop(game: Game) -> None:
    """Deletes the clocks that are still running in a game that has ended."""
    SeatClock.objects.filter(hand__game=game, answered_at=None).delete()


def lengthen(clock: SeatClock, by: timedelta) -> bool:
    """Gives a running clock this much more time. True if its deadline moved."""
    return move(clock, lengthened(clock, by))


def lengthened(clock: SeatClock, by: timedelta) -> Rule:
    """The rule of a clock with this much more time. A bank neither pays for that nor keeps it."""
    longer = pace.rule_of(clock.rule).with_more(ceil(by.total_seconds()))
    return _reaching(longer, clock.deadline + by) if by else longer


def _reaching(rule: Rule, due: datetime) -> Rule:
    """The rule with as much of a stretch as it takes until then: quiet hours may swallow some, and
    the deadline may have been moved before."""
    if pace.deadline(rule) >= due:
        return rule
    short = pace.run_between(rule, pace.used_up(rule), due)
    return replace(rule, stretch=rule.stretch + ceil(short.total_seconds()))


def resumed(clock: SeatClock, since: datetime, now: datetime) -> Rule:
    """The rule of a clock after a pause: whoever had time left when it began has no less of it now,
    also if quiet hours had given some on top of what was promised."""
    rule = pace.rule_of(clock.rule)
    going_on = rule.with_still(since, now)
    if clock.deadline <= since:
        return going_on
    left = int(pace.run_between(rule, since, clock.deadline).total_seconds())
    rest = replace(rule, opened=now, seconds=left, more=0, still=(), stretch=0)
    return _reaching(going_on, pace.used_up(rest))


def move(clock: SeatClock, rule: Rule) -> bool:
    """Gives a running clock another rule. True if its deadline moved."""
    return bool(move_all([(clock, rule)]))


def move_all(changes: Iterable[tuple[SeatClock, Rule]]) -> list[SeatClock]:
    """Gives running clocks other rules, by one statement. Returns those whose deadlines moved.

    A deadline only moves to later: nobody who counted on it may find it past.
    """
    now = database_clock.now()
    moved: list[SeatClock] = []
    written: list[dict[str, object]] = []
    for clock, rule in changes:
        due = max(clock.deadline, pace.deadline(rule))
        if due > clock.deadline:
            clock.moves, clock.moved_at = clock.moves + 1, now
            moved.append(clock)
        clock.deadline, clock.rule = due, rule.as_json()
        written.append(
            {
                "clock": clock.pk, "hand": clock.hand_id, "deadline": due.isoformat(),
                "rule": clock.rule, "moves": clock.moves,
                "moved_at": clock.moved_at and clock.moved_at.isoformat(),
            }
        )  # fmt: skip
    if written:
        rows.fetch(MOVE, {"moved": dumps(written)})
    return moved


def running_clocks(user: User) -> list[SeatClock]:
    """The running clocks of this person, in the order in which games are locked."""
    running = SeatClock.objects.filter(MOVING, user=user)
    return list(running.order_by("hand__game_id"))


def give_rule_everywhere(
    user: User, change: Callable[[Rule], Rule], also: Collection[int] = ()
) -> int:
    """Changes the rules of all clocks of this person outside the sandbox that are running and not
    overdue, and of those with these ids though they are. Returns how many deadlines moved.

    Their games are locked before their clocks are looked for: a hand that is just being opened has
    already read their vacations, and its clocks are not stored yet.
    """
    with transaction.atomic():
        game_secrets.lock_games_of(user)
        return _change_rules(_in_time(also).filter(user=user, hand__game__sandbox=None), change)


def remind_otherwise(user: User) -> None:
    """Moves the reminders of this person's running clocks to when they wish them now."""
    with transaction.atomic():
        game_secrets.lock_games_of(user)
        waiting = SeatClock.objects.filter(user=user, answered_at=None).exclude(remind_at=None)
        waiting = waiting.select_for_update(no_key=True, of=("self",))
        reminders.schedule(waiting.select_related("user"))


def overdue_of(user: User, now: datetime) -> list[SeatClock]:
    """The clocks of this person that ran out before now, in hands in which that is no miss yet."""
    running = SeatClock.objects.filter(
        MOVING, AS_OPEN, user=user, hand__game__state=Game.State.RUNNING
    )
    late = running.filter(in_time=True, paused=False, deadline__lte=now).order_by("hand__game_id")
    return list(late.select_related("hand__game", "seat"))


def give_rule(clock_id: int, change: Callable[[Rule], Rule]) -> bool:
    """Changes the rule of a clock under its game's lock, if it is still running and not overdue.
    True if its deadline moved."""
    with transaction.atomic():
        clock = SeatClock.objects.filter(pk=clock_id).select_related("hand").first()
        if clock is None:  # its player has left since it was looked for
            return False
        game_secrets.lock_game(pk=clock.hand.game_id)
        return _change_rules(_in_time().filter(pk=clock_id), change) > 0


def _in_time(also: Collection[int] = ()) -> QuerySet[SeatClock]:
    """The running clocks of open hands that are not overdue, or have one of these ids."""
    in_time = Q(deadline__gt=database_clock.now()) | Q(paused=True) | Q(pk__in=also)
    running = SeatClock.objects.filter(
        MOVING, AS_OPEN, in_time, hand__game__state=Game.State.RUNNING
    )
    return running.select_related("user")


def _change_rules(these: QuerySet[SeatClock], change: Callable[[Rule], Rule]) -> int:
    """Changes the rules of these clocks, by as many statements however many they are. Returns how
    many deadlines moved."""
    moved = move_all((clock, change(pace.rule_of(clock.rule))) for clock in these)
    hand_notices.retime_queued(moved)
    return len(moved)
