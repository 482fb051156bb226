"""Our downtime is not the players' fault: time lost in the last quarter of a hand is given back.

Under the game's lock, and before anything in the hand expires, so it does not matter which sweep
comes first after a restart, or how many. A hand is credited once for each outage, and only once
for time in which two parts of the service were down together.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Outage
from accounts.operation import database_clock, heartbeats
from games import game_secrets, pace, visibility
from games.models import Credit, Game, Hand, Seat, SeatClock
from games.services.game_log import write_log
from games.services.hands import clocks
from games.services.notifications import hand_notices

Span = tuple[datetime, datetime]
MINUTE = timedelta(minutes=1)


def give_back(game: Game, hand: Hand, now: datetime) -> bool:
    """Credits an open hand of a locked game for every outage that touched its last quarter. True
    if its deadlines moved."""
    ended = Outage.objects.filter(ended__gt=hand.opened_at, began__lt=now)
    due = ended.exclude(credits__hand=hand).order_by("began")
    return sum(_give(game, hand, outage) for outage in due) > 0


def _give(game: Game, hand: Hand, outage: Outage) -> bool:
    running = list(
        SeatClock.objects.filter(clocks.MOVING, hand=hand).select_related("hand", "seat", "user")
    )
    until = _while_it_ran(game, outage.ended)
    if not any(_touches(clock, outage.began, until) for clock in running):
        return False
    lost = list(_without((outage.began, until), _given(hand)))
    times = {clock.pk: _lost(clock, lost) for clock in running}
    lost_most = max(times.values())
    minutes = max(1, round(lost_most / MINUTE)) if lost_most else 0
    Credit.objects.create(outage=outage, hand=hand, minutes=minutes)
    if not minutes:
        return False
    for clock in running:
        if clocks.lengthen(clock, times[clock.pk]):
            hand_notices.retime_queued([clock])
            hand_notices.time_given_back(clock, game.hand_number, minutes)
    write_log(game, "outage", {"minutes": minutes, "what": outage.what})
    game.save(update_fields=["log_length"])
    hand.refresh_from_db(fields=["deadline"])
    return True


def _while_it_ran(game: Game, ended: datetime) -> datetime:
    """The end of an outage, or the beginning of the current pause if that is earlier.

    The time after that is given back by the pause itself.
    """
    return min(ended, game.paused_at) if game.paused_at else ended


def _touches(clock: SeatClock, began: datetime, ended: datetime) -> bool:
    """Whether this span touches the last quarter of a clock's time.

    Counted in running time: days off do not count, and neither does time after the deadline.
    """
    if began >= min(clock.deadline, ended):
        return False
    rule = pace.rule_of(clock.rule)
    return pace.passed(rule, ended) > timedelta(seconds=rule.seconds) * 3 / 4


def _lost(clock: SeatClock, spans: Sequence[Span]) -> timedelta:
    """How long the clock ran, or would have run, in these spans."""
    rule = pace.rule_of(clock.rule)
    return sum((pace.run_between(rule, *span) for span in spans), timedelta())


def _given(hand: Hand) -> list[Span]:
    found = Outage.objects.filter(credits__hand=hand).order_by("began")
    return list(found.values_list("began", "ended"))


def _without(span: Span, others: Sequence[Span]) -> Iterator[Span]:
    """The parts of a span that are in none of the others (which are in order)."""
    start, end = span
    for began, ended in others:
        if start < min(began, end):
            yield start, min(began, end)
        start = max(start, ended)
    if start < end:
        yield start, end


def owe_nothing(hand: Hand, now: datetime) -> None:
    """Notes that a hand which has just come from another server lost no time by what was down
    here before."""
    past = Outage.objects.filter(ended__gt=hand.opened_at, ended__lte=now)
    Credit.objects.bulk_create(Credit(outage=outage, hand=hand, minutes=0) for outage in past)


def excuses(game: Game, hand: Hand, seat: Seat, given_at: datetime) -> bool:
    """Whether an answer that came after its deadline is in time because we were down: the time may
    not have been given back yet, or not even be over.
    """
    now = database_clock.now()
    since = catch_up(game, hand, now)
    clock = SeatClock.objects.filter(hand=hand, seat=seat, given_up=False).first()
    if clock is None:  # they left the seat to a bot, so it has only the hand's own time
        return given_at <= hand.deadline
    if since is None or given_at <= clock.deadline:
        return given_at <= clock.deadline
    return given_at <= _due_once_back(clock, hand, since, _while_it_ran(game, now))


def _due_once_back(clock: SeatClock, hand: Hand, since: datetime, now: datetime) -> datetime:
    """The deadline of this clock once `_give` has given back the time since then."""
    if not holds(hand, since, now) and not _touches(clock, since, now):
        return clock.deadline
    lost = _lost(clock, list(_without((since, now), _given(hand))))
    return max(clock.deadline, pace.deadline(clocks.lengthened(clock, lost)))


def catch_up(game: Game, hand: Hand, now: datetime) -> datetime | None:
    """`give_back`, also for an outage that no sweep has noticed yet. Returns since when a part of
    the service has been silent, if any is.

    That is read first: if the part comes back meanwhile, its time is found by `give_back`. In the
    other order, it would be neither silent nor back.
    """
    since = heartbeats.silent_since(now)
    heartbeats.record_outage(heartbeats.SWEEP, now)
    give_back(game, hand, now)
    return since


def holds(hand: Hand, since: datetime | None, now: datetime) -> bool:
    """Whether a part of the service that has been silent `since` then was down in the last quarter
    of this hand. Nothing in it expires until that part is back and its time was given back."""
    if since is None:
        return False
    running = SeatClock.objects.filter(clocks.MOVING, hand=hand)
    return any(_touches(clock, since, now) for clock in running)


def unsettled() -> list[Outage]:
    """Outages that have not been credited to all hands yet, oldest first."""
    return list(Outage.objects.filter(settled=False).order_by("id"))


def settled(outage: Outage) -> None:
    """Notes that every hand it touched was credited."""
    Outage.objects.filter(pk=outage.pk).update(settled=True)


def touched(outage: Outage) -> list[int]:
    """The open hands whose last quarter it touched and that were not credited for it yet."""
    running = SeatClock.objects.filter(
        clocks.MOVING,
        clocks.AS_OPEN,
        hand__opened_at__lt=outage.ended,
        deadline__gt=outage.began,
    ).exclude(hand__credits__outage=outage)
    hands = {c.hand_id for c in running.iterator() if _touches(c, outage.began, outage.ended)}
    return sorted(hands)


def give_to(hand_id: int, now: datetime) -> bool:
    """`give_back` for a hand that is not locked yet. False if it is no longer open."""
    with transaction.atomic():
        game = game_secrets.lock_game(hands=hand_id)
        hand = Hand.objects.get(pk=hand_id)
        hand.game = game
        if game.state != Game.State.RUNNING or visibility.shown_state(hand) != Hand.State.OPEN:
            return False
        return give_back(game, hand, now)
