"""The service goes down for hours shortly before a deadline, and has to give the time back: all of
its workers, or only what takes mails in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from django.conf import settings

from accounts.models import Heartbeat, Notice, Outage
from accounts.operation import heartbeats
from games import pace
from games.models import Bid, Hand, SeatClock
from tests.simulate.broker import sweep
from tests.simulate.faults import FREEZE, Blow

if TYPE_CHECKING:
    from tests.simulate.world import World

SHARE = 0.2  # of the runs
SHARES_LEFT = (0.02, 0.1, 0.2, 0.7)  # of the time for an answer, when it begins
ASLEEP = 0.3  # the share of these in which the machine slept in the middle of a sweep
DEAF = 0.3  # the share of these in which only mails are not taken in
LOOKS = 3  # sweeps meanwhile
FIRST = 0.6  # the share of these that begin with it, so that nobody has answered yet
OUTAGE_AFTER = 600  # seconds
LONGEST = 10 * 3600
# Each time given back is rounded up to whole seconds, twice if a deadline had been moved before.
ROUNDED = timedelta(seconds=5)
TRIES = 5  # rounds until a worker lives long enough to notice


class Downtime:
    """No worker runs from `began` to `ended`; people and the mail server go on. Or, if it is only
    `deaf`, workers run, and no mail is taken in.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._chance = world.faults.chance("downtime")
        self.happens = self._chance.random() < SHARE
        self._is_late = False
        self.first = self.happens and self._chance.random() < FIRST
        self.deaf = self._chance.random() < DEAF
        self._part = heartbeats.MAILIN if self.deaf else heartbeats.SWEEP
        self._beats = False
        self._deadlines: dict[int, datetime] = {}  # by clock, before
        self.began = self.ended = world.clock.at

    @contextmanager
    def surroundings(self) -> Iterator[None]:
        """Hearts beat around the downtime only, since a run skips the hours in which nothing is
        due.
        """
        beat = heartbeats.beat

        def sometimes(*args: Any) -> Outage | None:
            deaf = self.deaf and args[0] != self._part
            return beat(*args) if self._beats and not deaf else None

        with (
            patch.object(heartbeats, "beat", sometimes),
            patch.object(settings, "OUTAGE_AFTER", OUTAGE_AFTER),
        ):
            yield

    def strike(self) -> None:
        """Everything up to the moment at which a worker has noticed."""
        running = self._running()
        if not running:
            return
        self._deadlines = {clock.pk: clock.deadline for clock in running}
        self._draw(running[0])
        if self.deaf:
            self._go_on_without_mails()
        elif self._chance.random() < ASLEEP:
            self.world.stage.at(self.began, self._fall_asleep)
        for _act in range(self._chance.choice((0, 0, 1, 2))):
            self.world.people.answer_at(self.began + self._chance.random() * self._lasts)
        self.world.people.wait_for(self.ended, self._chance.choice((1, 1, 2)))
        self.world.stage.run()
        for _round in range(TRIES):
            if Outage.objects.filter(what=self._part).exists():
                break
            self.world.clock.at += timedelta(seconds=20)
            self.world.begin(self.world.name("sweep after it"), sweep)
            self.world.stage.run()
        self._beats = False
        Heartbeat.objects.all().delete()
        if not Outage.objects.filter(settled=False).exists():
            for clock in self._running():
                self._judge(clock)

    def _go_on_without_mails(self) -> None:
        """Once that is noticed, nothing may run out; once mails come in again, it was an outage."""
        for _sweep in range(LOOKS):
            after = self._chance.uniform(OUTAGE_AFTER, self._lasts.total_seconds())
            self.world.stage.at(
                self.began + timedelta(seconds=after), lambda: self.world.sweep("d")
            )
        self.world.stage.at(self.ended, self._hear)

    def _hear(self) -> None:
        listener = partial(heartbeats.beat, heartbeats.MAILIN)
        self.world.begin(self.world.name("listener is back"), listener)

    def _fall_asleep(self) -> None:
        sleeper = self.world.begin(self.world.name("sleeping sweep"), sweep)
        statement = self._chance.randint(1, 12)
        sleeper.blow = Blow(FREEZE, "statement", statement, self._lasts.total_seconds())

    def excuses(self, moment: datetime) -> bool:
        """Whether a mail that came at this moment may count as in time: nothing expires before
        every part is back.
        """
        apart = timedelta(seconds=OUTAGE_AFTER)
        return self._is_late and self.began - apart <= moment <= self.ended + apart

    def over(self, moment: datetime) -> datetime:
        """When a worker can do what it is asked to do at this moment."""
        return self.ended if not self.deaf and self._is_down(moment) else moment

    def heard(self, moment: datetime) -> datetime:
        """When a mail that comes at this moment is taken in."""
        return self.ended if self.deaf and self._is_down(moment) else moment

    def _is_down(self, moment: datetime) -> bool:
        return self.began < moment < self.ended

    @property
    def _lasts(self) -> timedelta:
        return self.ended - self.began

    def _running(self) -> list[SeatClock]:
        hands = Hand.objects.filter(game=self.world.position.game, state=Hand.State.OPEN)
        clocks = SeatClock.objects.filter(hand__in=hands, answered_at=None).select_related("hand")
        return list(clocks.order_by("deadline"))

    def _draw(self, first: SeatClock) -> None:
        """When it goes down, by the clock that runs out first; sometimes letters stop earlier, or
        later, than the rest.
        """
        whole = timedelta(seconds=pace.rule_of(first.rule).seconds)
        share = self._chance.choice((0, *SHARES_LEFT)) * whole
        self.began = max(first.deadline - share, self.world.clock.at)
        lasts = self._chance.uniform(2 * OUTAGE_AFTER, LONGEST)
        self.ended = self.began + timedelta(seconds=lasts)
        self._is_late = self.ended > first.deadline - whole / 4
        Heartbeat.objects.create(service=self._part, at=self.began)
        if not self.deaf and self._chance.random() < 0.5:
            apart = timedelta(seconds=self._chance.uniform(-OUTAGE_AFTER, OUTAGE_AFTER))
            Heartbeat.objects.create(service=heartbeats.OUTBOX, at=self.began + apart)
        self._beats = True
        self.world.note(f"down from {self.began:%d %H:%M:%S} to {self.ended:%d %H:%M:%S}")

    # Judging

    def at_the_end(self) -> None:
        """Judges whoever owed an answer to the end."""
        for clock in SeatClock.objects.filter(pk__in=self._deadlines).select_related("hand"):
            bid = clock.hand.bids.filter(seat=clock.seat_id).first()
            if bid is None if clock.hand.state == Hand.State.OPEN else bid and bid.missed:
                self._judge(clock, bid)

    def _judge(self, clock: SeatClock, bid: Bid | None = None) -> None:
        """Checks that they got the lost time, once, and were told, and missed nothing before."""
        before = self._deadlines.get(clock.pk)
        if before is None or before <= self.began:
            return
        where = f"hand {clock.hand.number}, person {clock.user_id}"
        lost = _together(Outage.objects.order_by("began")) if self._is_late else timedelta()
        due = before + lost
        if not due <= clock.deadline <= due + ROUNDED:
            self.world.found("time lost", f"{where}: {clock.deadline - due} too much")
        if bid and bid.placed_at < due:
            self.world.found("early", f"{where}: missed before its time was over")
        if lost and not self._is_told(clock):
            self.world.found("time lost", f"{where} was not told of it")

    def _is_told(self, clock: SeatClock) -> bool:
        told = Notice.objects.filter(kind="deadline_moved", recipient=clock.user_id)
        return told.filter(event__startswith=f"hand:{clock.hand_id}:given:").exists()


def _together(outages: Iterable[Outage]) -> timedelta:
    """How long one part at least was down; these are in the order in which they began."""
    total, until = timedelta(), None
    for outage in outages:
        began = outage.began if until is None else max(outage.began, until)
        total += max(outage.ended - began, timedelta())
        until = outage.ended if until is None else max(until, outage.ended)
    return total
