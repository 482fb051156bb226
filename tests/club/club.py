"""A run: virtual moments in order, at each of which a person acts or the service sweeps."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from hashlib import sha256

from accounts.models import User
from accounts.people import new_accounts as people
from accounts.refusals import Refused
from games.models import Game, Hand
from games.services.people import vacations
from tests.club import clock, looking, post, seating, together, waking
from tests.club.due import next_due, without_outages
from tests.club.people import DAY, Person, made_up
from tests.club.timetable import Timetable

START = datetime(2027, 2, 15, 9, tzinfo=UTC)  # before clocks change anywhere
REGULARLY = timedelta(hours=6)  # a sweep, even if nothing is known to be due


@dataclass(frozen=True)
class Programme:
    """What to run: so many people at so many tables of `seats` each, for at most `days`.

    `opening`: days within which the tables are opened. `sweep`: seconds between sweeps, 0 for none.
    `letters`: seconds between looking for due letters while no hand is due and no message came.
    `lost`: the share of messages to the worker that are lost. `plans`: whether people who like
    plans write them. `written`: whether letters are rendered, which takes a third of the time.
    `together`: whether people leave, help out and vote.
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
    letters: float = 300
    lost: float = 0.02
    written: bool = False
    together: bool = True


@dataclass(frozen=True)
class Member:
    """A person, their account, and their own random generators, independent of other people."""

    person: Person
    user: User
    chance: random.Random
    others: random.Random  # for what they do about the others at their tables


class Club:
    """The people, the timetable, and the service.

    `say` is called with a line about each virtual day; then `enough` is asked whether to stop.
    """

    def __init__(
        self,
        programme: Programme,
        say: Callable[[str], object] = lambda _line: None,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self.programme, self.say, self.enough = programme, say, enough
        self.people = made_up(programme.people, programme.seed, START)
        self.tables = seating.planned(
            programme.games,
            self.people,
            programme.seats,
            ruleset=programme.ruleset,
            opening=programme.opening,
            seed=programme.seed,
        )
        self.timetable = Timetable()
        self.members: dict[str, Member] = {}  # by e-mail address
        self.end = START + DAY * programme.days
        self.swept = self.told = START
        self.whole = False

    def likeness(self) -> str:
        """A fingerprint that is equal for runs of the same people at the same tables."""
        made = repr((self.people, self.tables)).encode()
        return sha256(made).hexdigest()[:12]

    def run(self) -> post.Post:
        """Plays until all games or the time are over; returns the mail sent."""
        lost = random.Random(f"{self.programme.seed} lost")
        with ExitStack() as stack:
            self.clock = stack.enter_context(clock.virtual(START))
            stack.enter_context(without_outages())
            self.post = stack.enter_context(post.counted(written=self.programme.written))
            self.waking = stack.enter_context(waking.heard(self.programme.lost, lost))
            self._open()
            while not self._over():
                self._step()
        return self.post

    # What is to happen

    def _open(self) -> None:
        for person in self.people:
            self._sign_up(person)
        users = {member.person.number: member.user for member in self.members.values()}
        for table in self.tables:
            self.timetable.enter(START + table.after, partial(seating.create, table, users))
        self.timetable.enter(START + DAY, self._end_day)

    def _sign_up(self, person: Person) -> None:
        address = f"member{person.number}@example.org"
        start, end = person.quiet or (None, None)
        user = people.make_confirmed(
            address, person.name, zone=person.zone, quiet_from=start, quiet_to=end
        )
        chance = random.Random(f"{person.seed} decides")
        others = random.Random(f"{person.seed} others")
        member = self.members[address] = Member(person, user, chance, others)
        self._enter_look(member, person.looks_from(START))
        for (first, last), ahead in person.away:
            self._enter_vacation(user, first, last, ahead)

    def _enter_look(self, member: Member, moments: Iterator[datetime]) -> None:
        def act() -> None:
            self._look(member)
            self._enter_look(member, moments)

        self.timetable.enter(next(moments), act)

    def _enter_vacation(self, user: User, first: date, last: date, ahead: int) -> None:
        def act() -> None:
            try:
                vacations.book(user, first, last)
            except Refused:  # that day may be over already in their time zone
                return

        moment = datetime.combine(first - DAY * ahead, START.timetz())
        self.timetable.enter(max(moment, START), act)

    def _end_day(self) -> None:
        """Reports the progress; it can only end once all tables are open."""
        day = (self.clock.at - START) // DAY
        running = Game.objects.filter(state__in=(Game.State.OPEN, Game.State.RUNNING))
        over = Game.objects.filter(state=Game.State.OVER).count()
        hands = Hand.objects.filter(state=Hand.State.RESOLVED).count()
        self.say(f"day {day}: {over:,} games over, {hands:,} hands resolved")
        opened = day >= self.programme.opening
        self.whole = (opened and not running.exists()) or self.enough()
        self.timetable.enter(START + DAY * (day + 1), self._end_day)

    # What happens

    def _over(self) -> bool:
        return self.whole or self.clock.at >= self.end

    def _step(self) -> None:
        """One step: the service if something is due before anybody acts, otherwise a person."""
        (moment, work), acts = self._machine(), self.timetable.next_at() or self.end
        if moment is not None and moment <= acts:
            self.clock.reach(moment)
            work()
        else:
            moment, act = self.timetable.take()
            self.clock.reach(moment)
            act()
        self._work()

    def _machine(self) -> tuple[datetime | None, Callable[[], None]]:
        """When the service acts next, and what it does: everything that beat asks for if a hand is
        due or it hasn't swept for long, otherwise only the letters.
        """
        if not self.programme.sweep:
            return None, self._sweep
        due = next_due(self.swept, self.told)
        hand = min(due.hand or self.end, self.swept + REGULARLY)
        sweep = _round(max(hand, self.swept), self.programme.sweep)
        letters = _round(max(due.notice or self.end, self.told), self.programme.letters)
        return (letters, self._tell) if letters < sweep else (sweep, self._sweep)

    def _sweep(self) -> None:
        self.swept = self.told = self.clock.at
        waking.sweep()

    def _tell(self) -> None:
        self.told = self.clock.at
        waking.run(waking.DELIVER)

    def _work(self) -> None:
        """Does what the worker was woken for, and lets people react to letters it sent."""
        while (job := self.waking.next()) is not None:
            self.clock.reach(self.clock.at)
            job()
        for address in self.post.taken_out():
            self._read(self.members[address])

    def _read(self, member: Member) -> None:
        """Some people who are awake follow a letter at once, and arrive some minutes later."""
        person = member.person
        if person.is_awake(self.clock.at) and member.chance.random() < person.follows:
            wait = timedelta(minutes=member.chance.lognormvariate(3, 1))
            self.timetable.enter(self.clock.at + wait, lambda: self._look(member))

    def _look(self, member: Member) -> None:
        looking.look(member.person, member.user, member.chance, ahead=self.programme.plans)
        if self.programme.together:
            together.look_around(member.person, member.user, member.others)


def _round(after: datetime, seconds: float) -> datetime:
    """The first moment after `after` that is a multiple of `seconds`."""
    return START + timedelta(seconds=seconds * ((after - START).total_seconds() // seconds + 1))
