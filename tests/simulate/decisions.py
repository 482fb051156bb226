"""What people do besides answering: they write plans, book vacations, leave their seat to a bot or
to others and come back, pause the game, and want more time.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import InterfaceError, OperationalError

from accounts.models import User
from accounts.refusals import Refused
from games import links, pace
from games.models import Bid, Game, LogEntry, Seat, SeatClock, SeatTenure
from games.services.hands import plans
from games.services.people import vacations
from games.services.seats import absence, substitutes, votes
from tests.faults.checker import OK, REFUSED, UNKNOWN
from tests.simulate.actors import DEAD

if TYPE_CHECKING:
    from tests.simulate.actors import Actor
    from tests.simulate.world import World

SHARE = 0.3  # of the runs without downtime
PLAN, VACATION, LEAVE, TO_BOT, BACK = "plan", "vacation", "leave", "to a bot", "back"
TAKE, PAUSE, GO_ON, EXTEND = "take", "pause", "go on", "extend"
DRAWN = (PLAN, PLAN, VACATION, VACATION, LEAVE, TO_BOT, PAUSE, EXTEND)
AWAY = (LEAVE, TO_BOT, BACK, TAKE)
HASTY = 0.5  # the share of those who answer by mail just before they leave
# By what is decided, what may follow within a minute, and how often.
RETURNS = {LEAVE: {BACK: 0.5, TAKE: 0.7}, TO_BOT: {BACK: 0.7}}
TOGETHER = {PAUSE: 1, TO_BOT: 0.4}  # how often all do it
PLANS = {"next: lowest": 1, "next: highest, then lowest": 2}  # and how many hands they answer
ONCE_MORE = 0.7  # the share of unanswered requests that are sent again
DAY = timedelta(days=1)


@dataclass
class Decision:
    """One request, as its sender knows it; repeated, it is still one."""

    kind: str
    seat: int
    user: User
    job: Callable[[], Any]
    sent: datetime
    told: datetime
    days: tuple[date, date] | None = None
    hands: int = 0  # that its plan answers
    outcome: str = UNKNOWN
    tries: int = 0

    @property
    def counts(self) -> bool:
        return self.outcome == OK


class Decisions:
    """Those of one run."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._chance = world.faults.chance("decisions")
        self.happens = self._chance.random() < SHARE and not world.downtime.happens
        self.made: list[Decision] = []
        if self.happens:
            self.newcomer = User.objects.get(pk=world.position.newcomer)
            self._link = links.link_token(self._game())

    def arrive(self) -> None:
        """Some decide while others answer, or soon after."""
        if self.happens:
            for _each in range(self._chance.randint(1, 3)):
                wait = self._chance.choice(self.world.people.groups)
                wait += self._chance.choice((0.05, 20)) * self._chance.random()
                self._draw(self.world.clock.at + timedelta(seconds=wait))

    def hurry(self, due: datetime) -> None:
        """Some decide only as their time runs out."""
        if self.happens and self._chance.random() < 0.5:
            self._draw(due + timedelta(seconds=self._chance.uniform(-0.3, 0.1)))

    def _draw(self, moment: datetime) -> None:
        kind = self._chance.choice(DRAWN)
        seats = sorted(self.world.people.users)
        if self._chance.random() < TOGETHER.get(kind, 0):
            for seat in seats:
                self._at(moment + self._later(2), kind, seat)
            after = GO_ON if kind == PAUSE else BACK
            self._at(moment + self._later(40), after, self._chance.choice(seats))
            return
        seat = self._chance.choice(seats)
        if kind in RETURNS and self._chance.random() < HASTY:
            self.world.people.mail_from(seat, moment - self._later(1))
        self._at(moment, kind, seat)
        for after, share in RETURNS.get(kind, {}).items():
            if self._chance.random() < share:
                self._at(moment + self._later(40), after, seat)

    def _later(self, most: float) -> timedelta:
        return timedelta(seconds=self._chance.uniform(0, most))

    def _at(self, moment: datetime, kind: str, seat: int) -> None:
        self.world.people.do_at(moment, partial(self._decide, kind, seat))

    def _decide(self, kind: str, seat: int, number: int) -> None:
        chance = self.world.faults.chance(f"deed {number}")
        made = self._made(kind, seat, chance.choice((0, 1, 2)), chance.choice(list(PLANS)))
        self.made.append(made)
        self.world.note(f"deed {number}: seat {seat} decides: {kind}")
        self._send(made, f"deed {number}")

    def _made(self, kind: str, seat: int, number: int, text: str) -> Decision:
        code = self.world.position.code
        who = self.newcomer if kind == TAKE else self.world.people.users[seat]
        user = copy.copy(who)
        now = self.world.clock.at
        first = now.date() + number * DAY
        days = (first, first + number * DAY)
        hand, _legal = self.world.watch.open_hand()
        open_number = hand.number if hand else None
        jobs: dict[str, Callable[[], Any]] = {
            PLAN: lambda: plans.write(user, code, text, now=number == 0, seen_hand=open_number),
            VACATION: lambda: vacations.book(user, *days),
            LEAVE: lambda: absence.leave(user, code),
            TO_BOT: lambda: absence.pass_to_bot(user, code),
            TAKE: lambda: substitutes.take(user, code, seat, link=self._link),
            BACK: lambda: absence.back(user, code),
            PAUSE: lambda: votes.vote(user, code, "pause"),
            GO_ON: lambda: votes.go_on(user, code),
            EXTEND: lambda: votes.extend(user, code, hand.number if hand else 0),
        }
        made = Decision(kind, seat, user, jobs[kind], now, now)
        made.days = days if kind == VACATION else None
        made.hands = PLANS[text] - (number == 0) if kind == PLAN else 0
        return made

    def _send(self, made: Decision, name: str) -> None:
        made.tries += 1
        actor_name = f"{name} {made.kind}.{made.tries}"
        self.world.begin(actor_name, made.job, lambda actor: self._told(made, name, actor))

    def _told(self, made: Decision, name: str, actor: Actor) -> None:
        made.told = self.world.clock.at
        if isinstance(actor.error, Refused):
            made.outcome = REFUSED
        elif actor.state == DEAD or isinstance(actor.error, OperationalError | InterfaceError):
            chance = self.world.faults.chance(f"{name} tries {made.tries}")
            if made.tries <= 2 and chance.random() < ONCE_MORE:
                moment = made.told + timedelta(seconds=chance.uniform(0, 20))
                self.world.stage.at(moment, partial(self._send, made, name))
        elif actor.error is None:
            made.outcome = OK
            self.world.people.users[made.seat] = made.user  # if somebody else had it

    # The end

    def go_on(self) -> None:
        """A game that still stands still goes on: by whoever is there, or somebody comes back."""
        if not self.world.watch.paused:
            return
        game = self._game()
        if game.state != Game.State.RUNNING:
            return
        there = game.seats.filter(absence="").order_by("index").first()
        seat = there or game.seats.order_by("index").first()
        assert seat is not None
        made = self._made(GO_ON if there else BACK, seat.index, 0, "")
        self.made.append(made)
        self._send(made, "last decision")
        self.world.stage.run()

    def _game(self) -> Game:
        return Game.objects.get(pk=self.world.position.game)

    def of(self, *kinds: str) -> set[int]:
        """The seats that decided one of these, or may have."""
        return {each.seat for each in self.made if each.kind in kinds}

    def withdraw(self) -> None:
        """Before answers are judged: those of people who have lost their seat don't count in the
        hand in which somebody else has it.
        """
        tenures = SeatTenure.objects.filter(seat__game=self.world.position.game)
        held = list(tenures.values_list("seat__index", "user", "from_hand", "until_hand"))
        for request in self.world.people.requests:
            who, number = (request.seat, request.user.pk), request.hand.number
            if request.outcome != OK or any(
                (seat, user) == who and first <= number and (last is None or number <= last)
                for seat, user, first, last in held
            ):
                continue
            request.outcome = UNKNOWN
            if Bid.objects.filter(hand=request.hand, digest=request.receipt).exists():
                self.world.found(TAKE, f"seat {request.seat}: the answer of who had it stands")

    def at_the_end(self) -> None:
        """Checks that what was acknowledged came true."""
        if not self.made:
            return
        game = self._game()
        judges = {
            PLAN: self._plan_answers, VACATION: self._days_are_free, EXTEND: self._once,
            LEAVE: self._is_away, TO_BOT: self._is_away, BACK: self._is_there,
            TAKE: self._has_it, GO_ON: self._goes_on,
        }  # fmt: skip
        for made in self.made:
            if made.counts and made.kind in judges:
                judges[made.kind](game, made)

    def _found(self, made: Decision, what: str) -> None:
        self.world.found(made.kind, f"seat {made.seat}: {what}")

    def _plan_answers(self, game: Game, made: Decision) -> None:
        """Checks that a plan answered the hands that opened after it, unless its owner did, and no
        more than it says.
        """
        others = [each for each in self.made if each.kind == PLAN and each is not made]
        if made.seat in self.of(*AWAY) | {each.seat for each in others}:
            return
        # Those that opened before it was acknowledged may have been answered by it already.
        asked = game.hands.filter(opened_at__gt=made.sent, awaiting__contains=[made.seat])
        answers = {
            hand: hand.bids.filter(seat__index=made.seat).first()
            for hand in asked.order_by("number")
        }
        by_plan = [bid for bid in answers.values() if bid and bid.via == Bid.Via.PLAN]
        if len(by_plan) > made.hands + 1:  # one that waited for the lock may be among them
            self._found(made, "its plan answered too often")
        left = made.hands
        for hand, bid in answers.items():
            given = bid and (bid.changes or bid.placed_at == hand.opened_at) and not bid.missed
            if bid and (bid.via == Bid.Via.PLAN or given):
                left -= 1
            elif left > 0 and hand.opened_at > made.told:
                self._found(made, f"its plan did not answer hand {hand.number}: {bid and bid.via}")
                left -= 1

    def _days_are_free(self, game: Game, made: Decision) -> None:
        """Checks that these days count in every hand that was still to be answered, or opened
        before they were over.
        """
        assert made.days is not None
        later = SeatClock.objects.filter(hand__game=game, user=made.user, given_up=False)
        for clock in later.exclude(hand__resolved_at__lte=made.told).select_related("hand"):
            answered = clock.answered_at is not None and clock.answered_at <= made.told
            knows = made.days in pace.rule_of(clock.rule).away
            over = answered or clock.deadline <= made.told
            if not knows and not over and clock.hand.opened_at.date() <= made.days[1]:
                self._found(made, f"hand {clock.hand.number} knows nothing of the vacation")

    def _once(self, game: Game, made: Decision) -> None:
        entries = LogEntry.objects.filter(game=game, kind="extended")
        if entries.filter(data__seat=made.seat).count() != 1:
            self._found(made, "not told once")

    def _is_away(self, game: Game, made: Decision) -> None:
        if not self._changed_later(made) and not game.seats.get(index=made.seat).absence:
            self._found(made, "the seat is there")

    def _is_there(self, game: Game, made: Decision) -> None:
        seat = game.seats.get(index=made.seat)
        if seat.absence and not self._changed_later(made) and not _has_missed(game, seat):
            self._found(made, "the seat is away")

    def _has_it(self, game: Game, made: Decision) -> None:
        if game.seats.get(index=made.seat).user_id != made.user.pk:
            self._found(made, "somebody else has it")

    def _changed_later(self, made: Decision) -> bool:
        """Whether the seat may have come or gone since, by another decision or by answering."""
        others = [each for each in self.made if each is not made and each.kind in AWAY]
        again = any(each.seat == made.seat and each.told >= made.sent for each in others)
        return again or any(
            each.seat == made.seat and each.outcome != REFUSED
            for each in self.world.people.requests
        )

    def _goes_on(self, game: Game, made: Decision) -> None:
        if game.paused_at and game.paused_at < made.sent:
            self._found(made, "the game still stands still")


def _has_missed(game: Game, seat: Seat) -> bool:
    return Bid.objects.filter(hand__game=game, seat=seat, missed=True).exists()
