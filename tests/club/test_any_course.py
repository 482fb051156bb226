"""Promises about time hold whatever people do, and whenever the service sweeps, if at all.

No deadline moves earlier, a missed hand counts as one miss, each hand is resolved once, and nobody
is told the same thing twice; even if sweeps run twice, late or never, or the clock is set back. The
suite tries a few random courses, `make whole` many.
"""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Count, F
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

from accounts.models import Notice, User
from accounts.notifications import delivery
from accounts.people import new_accounts, vacations
from games import selectors
from games.models import Game, Hand, LogEntry, Seat, SeatClock, SeatTenure, Vote
from games.refusals import Refused
from games.services import sweep as sweeping
from games.services.hands import bidding, plans, resolving
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.people import vacations as away
from games.services.seats import absence, substitutes, votes
from tests.club import clock, post
from tests.narrowing import not_none
from tests.sampling import whole

START = datetime(2027, 3, 26, 18, tzinfo=UTC)  # a Friday before clocks change in Europe
COMES = ("taken", "returned")
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")
MAX_TABLES = 2
SEATS = 3
anybody = st.integers(0, len(ZONES) - 1)


class Course(RuleBasedStateMachine):
    """Three people at one or two tables, a fourth who may take a seat, and a clock that we set."""

    @initialize(
        hours=st.sampled_from([1, 24, 60]),
        weekends=st.booleans(),
        tells=st.booleans(),
        offer=st.sampled_from([0, 1, 2]),
    )
    def sit_down(self, hours: int, weekends: bool, tells: bool, offer: int) -> None:
        self.stack = ExitStack()
        self.deadlines: dict[Any, Any] = {}
        self.stack.enter_context(transaction.atomic())
        self.clock = self.stack.enter_context(clock.virtual(START))
        self.post = self.stack.enter_context(post.counted(written=False))
        self.users = [
            new_accounts.make_confirmed(f"p{number}@example.org", f"Person {number}", zone=zone)
            for number, zone in enumerate(ZONES)
        ]
        self.wish: dict[str, Any] = {
            "hours": hours,
            "weekends": weekends,
            "tells": tells,
            "offer": offer,
        }
        self.tables = 0
        self.join()

    @precondition(lambda self: self.tables < MAX_TABLES)
    @rule()
    def join(self) -> None:
        maker, *others = self.users[:SEATS]
        game = tables.make_table(maker, TableSettings(name="Course", seats=SEATS, **self.wish))
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

    def codes(self, user: User) -> list[str]:
        running = Game.objects.filter(state=Game.State.RUNNING, seats__user=user)
        return list(running.order_by("pk").values_list("code", flat=True))

    # What may happen

    @rule(seat=anybody, choice=st.integers(0, 11))
    def answer_or_change(self, seat: int, choice: int) -> None:
        user = self.users[seat]
        for hand in self.hands(user):
            index = selectors.access.seat_index(hand.game, user)
            if index in hand.awaiting:
                legal = selectors.observations.ranked_for(hand.game, index)
                bid = legal[choice % len(legal)]
                bidding.place_bid(user, hand.game.code, hand.number, bid, via="page")

    @rule(seat=anybody, text=st.sampled_from(["next: lowest, then highest", "always: median", ""]))
    def plan_ahead(self, seat: int, text: str) -> None:
        for hand in self.hands(self.users[seat]):
            plans.write(self.users[seat], hand.game.code, text)

    @rule(seat=anybody, ahead=st.integers(0, 3), length=st.integers(0, 4))
    def go_away(self, seat: int, ahead: int, length: int) -> None:
        first = vacations.today(self.users[seat]) + timedelta(days=ahead)
        try:
            away.book(self.users[seat], first, first + timedelta(days=length))
        except Refused as refused:
            assert refused.code in {"vacation_twice", "vacation_too_long"}  # noqa: PT017

    @rule(seat=anybody, act=st.sampled_from([absence.leave, absence.pass_to_bot, absence.back]))
    def leave_or_come_back(self, seat: int, act: Callable[[User, str], object]) -> None:
        for code in self.codes(self.users[seat]):
            act(self.users[seat], code)

    @rule(seat=anybody)
    def take_what_is_offered(self, seat: int) -> None:
        for offered in selectors.seats.occupancy.offered_seats():
            with suppress(Refused):  # they sit there, or sat elsewhere at this table
                substitutes.take(self.users[seat], offered.game.code, offered.index)

    @rule(seat=anybody, wish=st.sampled_from([*Vote.Wish.values, "go on", "extend"]))
    def vote(self, seat: int, wish: str) -> None:
        user = self.users[seat]
        for game in Game.objects.filter(code__in=self.codes(user)):
            with suppress(Refused):  # the absent can't vote, and time is given only once
                if wish == "go on":
                    votes.go_on(user, game.code)
                elif wish == "extend":
                    votes.extend(user, game.code, game.hand_number)
                else:
                    votes.vote(user, game.code, wish)

    @rule()
    def all_pause_or_go_on(self) -> None:
        for game in Game.objects.filter(state=Game.State.RUNNING):
            for seat in game.seats.filter(absence="").select_related("user"):
                if game.paused_at:
                    votes.go_on(not_none(seat.user), game.code)
                else:
                    votes.vote(not_none(seat.user), game.code, Vote.Wish.PAUSE)

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
        assert ready.count() <= self.tables  # a hand that opens complete is left to the next sweep

    @rule()
    def expire_everything(self) -> None:
        for pk in Hand.objects.values_list("pk", flat=True):
            resolving.expire_hand(pk)

    @rule(times=st.integers(1, 2))
    def deliver(self, times: int) -> None:
        for _time in range(times):
            delivery.deliver()

    # What holds

    @invariant()
    def no_deadline_moves_to_earlier(self) -> None:
        now = dict(SeatClock.objects.values_list("pk", "deadline"))
        for pk, deadline in now.items():
            assert deadline >= self.deadlines.get(pk, deadline)
        self.deadlines.update(now)

    @invariant()
    def a_missed_hand_is_one_miss(self) -> None:
        """If somebody takes over the seat in that hand, its miss is removed; the former player's
        clock still counts as late.
        """
        changed = set(LogEntry.objects.filter(kind__in=COMES).values_list("game", flat=True))
        for seat in Seat.objects.select_related("game").prefetch_related("tenures"):
            bids, late = seat.bids.filter(missed=True), seat.clocks.filter(in_time=False)
            if not seat.game.shows_bids:
                bids = bids.filter(hand__state=Hand.State.RESOLVED)
            misses = seat.misses + sum(held.misses for held in seat.tenures.all())
            assert bids.count() <= misses <= late.count()
            assert seat.game_id in changed or bids.count() == misses
            assert seat.game_id in changed or late.count() == seat.bids.filter(missed=True).count()

    @invariant()
    def each_hand_is_resolved_once(self) -> None:
        told = LogEntry.objects.filter(kind="hand").values_list("game", "hand_number")
        resolved = Hand.objects.filter(state=Hand.State.RESOLVED).values_list("game", "number")
        assert sorted(told) == sorted(resolved)
        running = Game.objects.filter(state=Game.State.RUNNING)
        ended = (Hand.State.RESOLVED, Hand.State.VOID)
        going = Hand.objects.exclude(state__in=ended).values_list("game", "number")
        assert sorted(going) == sorted(running.values_list("pk", "hand_number"))

    @invariant()
    def nothing_is_turned_or_missed_while_a_game_is_paused(self) -> None:
        still = Hand.objects.filter(game__state=Game.State.RUNNING).exclude(game__paused_at=None)
        for hand in still.filter(number=F("game__hand_number")):
            assert (hand.state, hand.paused) == (Hand.State.OPEN, True)
            assert not hand.clocks.filter(answered_at=None, paused=False).exists()
        told = LogEntry.objects.filter(kind="hand", game__in=still.values("game"))
        assert not told.filter(at__gt=F("game__paused_at")).exists()

    @invariant()
    def each_seat_is_one_persons_at_a_time(self) -> None:
        for seat in Seat.objects.filter(game__state=Game.State.RUNNING):
            held = list(seat.tenures.order_by("pk").values_list("user", "from_hand", "until_hand"))
            assert held[-1][0] == seat.user_id
            assert held[-1][2] is None
            counted = [each for each in held if each[2] != SeatTenure.NO_HAND]
            for (_who, _first, until), (_next, first, _until) in pairwise(counted):
                assert until == first - 1

    @invariant()
    def nobody_is_told_the_same_twice(self) -> None:
        assert self.post.doubles == 0
        about = Notice.objects.filter(kind__in=["your_move", "reminder", "missed", "hand_resolved"])
        told = about.values_list("recipient", "kind", "channel", "facts")
        assert all(times == 1 for *_, times in told.annotate(Count("pk")))


@pytest.mark.django_db
@pytest.mark.long
def test_time_is_kept_whatever_happens() -> None:
    run_state_machine_as_test(
        Course,
        settings=settings(
            max_examples=60 if whole() else 2,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
