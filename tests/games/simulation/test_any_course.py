"""Whatever people do and whenever the machine comes by, if at all: promises about time hold.

No deadline moves to earlier, a hand that is missed is one miss, each hand is resolved once, and
nobody is told the same twice; also when sweeps come twice, late or never, and when the clock is set
back.
"""

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.db.models import Count
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts import delivery, people, vacations
from accounts.models import Notice, User
from accounts.vacations import NotBooked
from games import selectors
from games.models import Bid, Game, Hand, LogEntry, Seat, SeatClock
from games.services import away, plans, play, sweeping, tables
from games.services.tables import Wish
from games.simulation import clock, post

START = datetime(2027, 3, 26, 18, tzinfo=UTC)  # a Friday; in Europe clocks change on Sunday
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kathmandu")
MOST_TABLES = 2
seats = st.integers(0, 2)


class Course(RuleBasedStateMachine):
    """Three people at one or two tables, on a clock that goes where it is sent."""

    @initialize(hours=st.sampled_from([1, 24, 60]), weekends=st.booleans(), tells=st.booleans())
    def sit_down(self, hours: int, weekends: bool, tells: bool) -> None:
        self.stack, self.deadlines = ExitStack(), {}
        self.stack.enter_context(transaction.atomic())
        self.clock = self.stack.enter_context(clock.virtual(START))
        self.post = self.stack.enter_context(post.counted(written=False))
        self.users = [
            people.make_confirmed(f"p{number}@example.org", f"Person {number}", zone=zone)
            for number, zone in enumerate(ZONES)
        ]
        self.wish = {"hours": hours, "weekends": weekends, "tells": tells}
        self.tables = 0
        self.join()

    @precondition(lambda self: self.tables < MOST_TABLES)
    @rule()
    def join(self) -> None:
        maker, *others = self.users
        game = tables.make_table(maker, Wish(name="Course", seats=3, **self.wish))
        for user in others:
            tables.join(user, game.code)
        self.tables += 1

    def teardown(self) -> None:
        if hasattr(self, "stack"):
            transaction.set_rollback(True)
            self.stack.close()

    def hands(self, user: User) -> list[Hand]:
        open_ = Hand.objects.filter(state=Hand.State.OPEN, game__seats__user=user)
        return list(open_.select_related("game").order_by("pk"))

    # What may happen

    @rule(seat=seats, choice=st.integers(0, 11))
    def answer_or_change(self, seat: int, choice: int) -> None:
        user = self.users[seat]
        for hand in self.hands(user):
            index = selectors.seat_index(hand.game, user)
            if index in hand.awaiting:
                legal = selectors.ranked_for(hand.game, index)
                bid = legal[choice % len(legal)]
                play.place_bid(user, hand.game.code, hand.number, bid, via="page")

    @rule(seat=seats, text=st.sampled_from(["next: lowest, then highest", "always: median", ""]))
    def plan_ahead(self, seat: int, text: str) -> None:
        for hand in self.hands(self.users[seat]):
            plans.write(self.users[seat], hand.game.code, text)

    @rule(seat=seats, ahead=st.integers(0, 3), length=st.integers(0, 4))
    def go_away(self, seat: int, ahead: int, length: int) -> None:
        first = vacations.today(self.users[seat]) + timedelta(days=ahead)
        try:
            away.book(self.users[seat], first, first + timedelta(days=length))
        except NotBooked as refused:
            assert refused.code in {"vacation_twice", "vacation_too_long"}  # noqa: PT017

    @rule(hours=st.floats(0.1, 40))
    def wait(self, hours: float) -> None:
        self.clock.reach(self.clock.at + timedelta(hours=hours))

    @rule(minutes=st.integers(1, 180))
    def clock_is_set_back(self, minutes: int) -> None:
        self.clock.at -= timedelta(minutes=minutes)

    @rule(times=st.integers(1, 2))
    def sweep(self, times: int) -> None:
        for _time in range(times):
            sweeping.sweep()
            self.clock.reach(self.clock.at)
        ready = Hand.objects.filter(state=Hand.State.READY, resolve_after=None)
        assert ready.count() <= self.tables  # a hand that opens full is the next sweep's

    @rule()
    def expire_everything(self) -> None:
        for pk in Hand.objects.values_list("pk", flat=True):
            play.expire_hand(pk)

    @rule(times=st.integers(1, 2))
    def deliver(self, times: int) -> None:
        for _time in range(times):
            delivery.deliver()
            delivery.deliver(channel="site")

    # What holds

    @invariant()
    def no_deadline_moves_to_earlier(self) -> None:
        now = dict(SeatClock.objects.values_list("pk", "deadline"))
        for pk, deadline in now.items():
            assert deadline >= self.deadlines.get(pk, deadline)
        self.deadlines.update(now)

    @invariant()
    def a_missed_hand_is_one_miss(self) -> None:
        for seat in Seat.objects.select_related("game"):
            bids = Bid.objects.filter(seat=seat, missed=True)
            if not seat.game.shows_bids:
                bids = bids.filter(hand__state=Hand.State.RESOLVED)
            assert seat.misses == bids.count()
        late = SeatClock.objects.filter(in_time=False).count()
        assert late == Bid.objects.filter(missed=True).count()

    @invariant()
    def each_hand_is_resolved_once(self) -> None:
        told = LogEntry.objects.filter(kind="hand").values_list("game", "hand_number")
        resolved = Hand.objects.filter(state=Hand.State.RESOLVED).values_list("game", "number")
        assert sorted(told) == sorted(resolved)
        running = Game.objects.filter(state=Game.State.RUNNING)
        going = Hand.objects.exclude(state=Hand.State.RESOLVED).values_list("game", "number")
        assert sorted(going) == sorted(running.values_list("pk", "hand_number"))

    @invariant()
    def nobody_is_told_the_same_twice(self) -> None:
        assert self.post.doubles == 0
        about = Notice.objects.filter(kind__in=["your_move", "reminder", "missed", "hand_resolved"])
        told = about.values_list("recipient", "kind", "channel", "facts")
        assert all(times == 1 for *_, times in told.annotate(Count("pk")))


@pytest.mark.django_db
def test_time_is_kept_whatever_happens() -> None:
    run_state_machine_as_test(
        Course,
        settings=settings(
            max_examples=6,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
