"""A run: virtual moments in their order, each of which is somebody who acts, or the sweep."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import QuerySet

from accounts import people
from accounts.models import User
from accounts.vacations import NotBooked
from games.models import Game
from games.services import away
from games.simulation import clock, looking, post, seating, waking
from games.simulation.due import next_due, pass_over
from games.simulation.people import DAY, Person, made_up
from games.simulation.timetable import Timetable

START = datetime(2027, 2, 15, 9, tzinfo=UTC)  # before clocks change, here and there
REGULARLY = timedelta(hours=6)  # a sweep, whether anything is known to be due or not
WHOLE = timedelta(hours=6)  # how often it is looked whether all games are over


@dataclass(frozen=True)
class Programme:
    """What to run: so many people at so many tables of `seats` each, for at most `days`.

    `opening`: the days within which the tables are laid; `sweep`: seconds between two sweeps, 0
    for none; `lost`: the share of messages to the worker that never arrive; `plans`: whether
    those who like plans write them; `written`: whether letters get their words, which takes a
    third of the time.
    """

    people: int = 100
    games: int = 200
    seats: int = 5
    ruleset: str = "turn-the-tide"
    days: int = 180
    opening: float = 7
    seed: str = "1"
    plans: bool = False
    sweep: float = 20
    lost: float = 0.02
    written: bool = False


class Club:
    """The people, what is to happen when, and the machine that serves them."""

    def __init__(self, programme: Programme) -> None:
        self.programme = programme
        self.chance = random.Random(f"{programme.seed} club")  # noqa: S311 - nothing is secret
        self.timetable = Timetable()
        self.members: dict[str, tuple[Person, User]] = {}  # by address
        self.end = START + DAY * programme.days
        self.swept = START

    def run(self) -> post.Post:
        """Plays until all games are over or the time is; returns the mail that went out."""
        with ExitStack() as stack:
            self.clock = stack.enter_context(clock.virtual(START))
            self.post = stack.enter_context(post.counted(written=self.programme.written))
            self.waking = stack.enter_context(waking.heard(self.programme.lost, self.chance))
            self._open()
            while not self._over():
                self._step()
        return self.post

    # What is to happen

    def _open(self) -> None:
        for person in made_up(self.programme.people, self.programme.seed, START):
            self._sign_up(person)
        for number in range(self.programme.games):
            self._enter_table(number)
        self._enter_whole()

    def _sign_up(self, person: Person) -> None:
        address = f"member{person.number}@example.org"
        start, end = person.quiet or (None, None)
        user = people.make_confirmed(
            address, person.name, zone=person.zone, quiet_from=start, quiet_to=end
        )
        self.members[address] = person, user
        self._enter_look(person, user, person.looks_from(START))
        for (first, last), ahead in person.away:
            self._enter_vacation(user, first, last, ahead)

    def _enter_look(self, person: Person, user: User, moments: Iterator[datetime]) -> None:
        def act() -> None:
            self._look(person, user)
            self._enter_look(person, user, moments)

        self.timetable.enter(next(moments), act)

    def _enter_vacation(self, user: User, first: date, last: date, ahead: int) -> None:
        def act() -> None:
            try:
                away.book(user, first, last)
            except NotBooked:  # where they live that day may be over already
                return

        moment = datetime.combine(first - DAY * ahead, START.timetz())
        self.timetable.enter(max(moment, START), act)

    def _enter_table(self, number: int) -> None:
        everybody = [user for _person, user in self.members.values()]
        company = self.chance.sample(everybody, self.programme.seats)

        def act() -> None:
            seating.lay(number, self.programme.ruleset, company, self.chance)

        self.timetable.enter(START + DAY * self.chance.uniform(0, self.programme.opening), act)

    def _enter_whole(self) -> None:
        self.whole = False

        def act() -> None:
            self.whole = not self._running().exists()
            self.timetable.enter(self.clock.at + WHOLE, act)

        self.timetable.enter(START + DAY * self.programme.opening + WHOLE, act)

    def _running(self) -> "QuerySet[Game]":
        return Game.objects.filter(state__in=(Game.State.OPEN, Game.State.RUNNING))

    # What happens

    def _over(self) -> bool:
        return self.whole or self.clock.at >= self.end

    def _step(self) -> None:
        """The sweep if something is due before anybody acts, or else whoever acts next."""
        moment, sweep = self.timetable.next_at() or self.end, self._sweep_at()
        if sweep is not None and sweep <= moment:
            self.clock.reach(sweep)
            self.swept = sweep
            self._pass_over()
            waking.sweep()
        else:
            moment, act = self.timetable.take()
            self.clock.reach(moment)
            self._pass_over()
            act()
        self._work()

    def _pass_over(self) -> None:
        """Hours in which nothing was due were no outage."""
        if self.programme.sweep:
            pass_over(self.clock.at - timedelta(seconds=self.programme.sweep))

    def _sweep_at(self) -> datetime | None:
        """When the sweep that finds what is due next comes by; every so often one comes anyway."""
        if not self.programme.sweep:
            return None
        due = min(next_due(self.swept) or self.end, self.swept + REGULARLY)
        rounds = (max(due, self.swept) - START).total_seconds() // self.programme.sweep + 1
        return START + timedelta(seconds=rounds * self.programme.sweep)

    def _work(self) -> None:
        """What the worker is woken for, and what the letters do that it sends."""
        while (job := self.waking.next()) is not None:
            self.clock.reach(self.clock.at)
            job()
        for address in self.post.taken_out():
            self._read(*self.members[address])

    def _read(self, person: Person, user: User) -> None:
        """Some who are awake follow a letter at once; they come some minutes later."""
        if person.is_awake(self.clock.at) and self.chance.random() < person.follows:
            wait = timedelta(minutes=self.chance.lognormvariate(3, 1))
            self.timetable.enter(self.clock.at + wait, lambda: self._look(person, user))

    def _look(self, person: Person, user: User) -> None:
        looking.look(person, user, self.chance, ahead=self.programme.plans)
