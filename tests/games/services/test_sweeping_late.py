"""Sweeps that come late, twice, or with a clock that was set back: each hand is settled once."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice
from games.models import Bid, Game, Hand, SeatClock
from games.services import sweep, wake_workers
from tests.games.making import bid, fresh, hand_of, people, running, table_of
from tests.games.services.sitting import at_once

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


Shift = Callable[[timedelta], None]


@pytest.fixture
def shift(monkeypatch: pytest.MonkeyPatch) -> Shift:
    """Sets the clock of this process so much ahead or back, by what it is really."""
    real = timezone.now
    return lambda by: monkeypatch.setattr(timezone, "now", lambda: real() + by)


def misses(game: Game) -> list[int]:
    return list(game.seats.order_by("index").values_list("misses", flat=True))


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_settle_every_hand_once(
    monkeypatch: pytest.MonkeyPatch, shift: Shift
) -> None:
    """Of twelve games half are ready and half overdue; real threads, each with its connection."""
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)
    users = people(3)
    games = [running(users, hours=1) for _game in range(12)]
    for game in games[:6]:
        for user in users:
            bid(game, user)
    shift(2 * HOUR)

    moved = at_once(sweep.sweep, sweep.sweep, sweep.sweep)
    counts = [each for each in moved if isinstance(each, int)]
    assert (len(counts), sum(counts)) == (3, 12), moved
    assert {fresh(game).hand_number for game in games} == {2}
    for game in games:
        assert game.log.filter(kind="hand").count() == 1
        assert misses(game) == ([0, 0, 0] if game in games[:6] else [1, 1, 1])
    told = Notice.objects.filter(kind="your_move", channel="mail")
    assert told.count() == told.values("recipient", "event").distinct().count() == 2 * 3 * 12


def test_a_day_without_a_sweep_costs_one_miss_and_no_time_of_the_next_hand(shift: Shift) -> None:
    users, game = table_of(3, hours=1)
    bid(game, users[0])
    shift(25 * HOUR)
    assert sweep.sweep() == 1
    assert sweep.sweep() == 0

    assert misses(game) == [0, 1, 1]
    assert fresh(game).hand_number == 2
    for clock in hand_of(game).clocks.all():
        assert timedelta() < clock.deadline - timezone.now() <= HOUR
        assert clock.deadline - hand_of(game).opened_at == HOUR


def test_who_answers_late_but_before_the_sweep_is_heard(shift: Shift) -> None:
    """Nobody is punished for a sweep that did not come."""
    users, game = table_of(3, hours=1)
    shift(25 * HOUR)
    for user in users:
        bid(game, user)
    sweep.sweep()

    assert misses(game) == [0, 0, 0]
    assert game.hands.get(number=1).trigger == Hand.Trigger.BIDS


def test_a_clock_that_is_set_back_undoes_nothing_and_settles_nothing_twice(shift: Shift) -> None:
    users, game = table_of(3, hours=2, bank=4, most=8)
    shift(5 * HOUR)
    assert sweep.sweep() == 1
    banks = list(game.seats.order_by("index").values_list("bank_seconds", flat=True))
    due = hand_of(game).deadline

    shift(4 * HOUR)
    assert sweep.sweep() == 0
    assert (fresh(game).hand_number, misses(game)) == (2, [1, 1, 1])
    for user in users:
        bid(game, user)  # before the hand was opened, as this clock has it
    clocks = SeatClock.objects.filter(hand__game=game, hand__number=2)
    assert set(clocks.values_list("took_seconds", "deadline")) == {(0, due)}
    assert banks == [0, 0, 0]
    seconds = set(game.seats.values_list("bank_seconds", flat=True))
    assert seconds == {2 * 3600}  # the hand's own time, none of it charged

    assert sweep.sweep() == 1
    assert Bid.objects.filter(hand__game=game, hand__number=2, missed=True).count() == 0
    shift(5 * HOUR)
    assert sweep.sweep() == 0
