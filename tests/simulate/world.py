"""One run: sets up everything that a seed determines, and plays it to the end."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import partial
from select import select
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest.mock import patch

import psycopg
from celery import current_app
from django.conf import settings
from django.db import InterfaceError, OperationalError, connections
from greenlet import getcurrent

from accounts.notifications import delivery, digests, prefetch, render
from accounts.notifications.channels import email
from accounts.notifications.kinds import Letter
from accounts.operation import database_clock, database_errors
from accounts.refusals import Refused
from games.mail import letter_frame
from games.services import sweep as sweeping
from games.services import wake_workers
from games.services.hands import bot_thinking, game_flow
from games.services.notifications import reminders
from games.services.results import compaction, duplicates, leagues, ratings
from tests import chance
from tests.club.clock import virtual
from tests.club.due import without_outages
from tests.club.post import _no_replies, _nothing, _unwritten
from tests.faults.checker import Violation
from tests.simulate import post
from tests.simulate.actors import DONE, Actor, Line, Stage
from tests.simulate.broker import DELIVER, Broker, run, sweep
from tests.simulate.decisions import Decisions
from tests.simulate.downtime import Downtime
from tests.simulate.faults import FREEZE, Faults
from tests.simulate.people import People
from tests.simulate.stock import START, Stock, stagger
from tests.simulate.watching import Watch

REMINDED = 0.3  # the share of runs in which people are reminded, which costs each sweep a query
STAGGERED = 0.7  # the share of runs in which deadlines differ by seat
TRIES = 5  # attempts to send letters while much goes wrong
BRIEF = 0.6  # the share of runs whose letters say nothing: to compose them costs a sixth of a run
APART_BY = 1200  # seconds between two sweeps of a worker; more often would find nothing new
EXPECTED = (OperationalError, InterfaceError, Refused)  # the connection broke, or it was too late
TIMED = (delivery, prefetch, game_flow, wake_workers)
APART = (
    (duplicates, "settle"),
    (leagues, "sweep"),
    (ratings, "settle"),
    (compaction, "sweep"),
    (bot_thinking, "hurry"),
    (sweeping, "_forget"),
)
BLANK = Letter("", "", "")
UNREAD: dict[str, Any] = {
    "reply": _no_replies,
    "table reply": lambda notices: [""] * len(notices),
    "held_back": lambda notices: [[]] * len(notices),
}
HIDES, DELAYS = "shows_bids = false", "shows_bids = false, delay_minutes = 1"
RULES_OF_TABLES = ("shows_bids = true", "shows_bids = true", HIDES, DELAYS)
STRAYS = 3  # messages about the hand of a table that delays, at any moment


class World:
    """The run that a seed determines, without the deeds of these numbers and the faults of these
    names.
    """

    ROUNDS: ClassVar[int] = 12  # sweeps after the last fault, in which everything has to settle
    STOCK: ClassVar[type[Stock]] = Stock
    OPTIONS: ClassVar[Sequence[str]] = ()  # of the command that repeats it
    APART: ClassVar[Sequence[tuple[Any, str]]] = APART
    EXPECTED: ClassVar[tuple[type[Exception], ...]] = EXPECTED

    def __init__(
        self, stock: Stock, seed: int, without: Collection[int] = (), muted: Collection[str] = ()
    ) -> None:
        self.seed, self.without = seed, frozenset(without)
        self.faults = Faults(seed, muted)
        self.chance = self.faults.chance("world")
        self.position = self.chance.choice(stock.positions)
        self.options = self.chance.choice(RULES_OF_TABLES)
        self.reminds = self.faults.chance("reminders").random() < REMINDED
        self.violations: list[Violation] = []
        self.history: list[str] = []
        self._stock = stock
        self._names: Counter[str] = Counter()

    def run(self) -> list[Violation]:
        """Runs it; returns the violations."""
        with ExitStack() as stack:
            self._prepare(stack)
            if not self.downtime.first:
                self.people.arrive()
                self.decisions.arrive()
                self._sweep_now_and_then()
            if self.options == DELAYS:
                self.broker.astray(STRAYS)
            self.stage.run()
            if self.reminds:
                self.people.wait_for(self.watch.reminder(), 2)
                self.stage.run()
            if self.downtime.happens:
                self._stagger()
                self.downtime.strike()
            expires = self.chance.random() < 0.5 or self.faults.mood == FREEZE
            if expires or self.downtime.happens:
                if not self.downtime.happens:
                    self._stagger()
                self.people.wait_for(self.watch.deadline(), 4)
                self.stage.run()
            if self.faults.mood == "post":
                self._try_letters()
            self._settle()
            self.watch.at_the_end(self.people, self.office)
            self.downtime.at_the_end()
            self.decisions.at_the_end()
        return self.violations

    def _try_letters(self) -> None:
        """Tries to send letters again and again, while the mail server has its bad day."""
        for _time in range(TRIES):
            moment = self.watch.letters_due()
            if moment is None:
                return
            self.clock.at = max(self.clock.at, moment) + timedelta(seconds=1)
            self.begin(self.name("letters again"), delivery.deliver)
            self.stage.run()

    def _stagger(self) -> None:
        """Gives each seat its own deadline, in most runs."""
        clocks = self.faults.chance("clocks")
        if clocks.random() < STAGGERED:
            stagger(self.observer.connection, clocks.randint(1, 90))
            self.watch.deadlines.clear()

    # Setting up

    def _prepare(self, stack: ExitStack) -> None:
        configured = connections["default"].settings_dict
        # Prepared at once, since a connection serves hundreds of processes, one after another.
        ours = {"options": "-c lock_timeout=1ms", "prepare_threshold": 0}
        options = {**configured.get("OPTIONS", {}), **ours}
        mine = {**configured, "OPTIONS": options, "CONN_HEALTH_CHECKS": False, "CONN_MAX_AGE": None}
        self.clock = stack.enter_context(virtual(START))
        self.stage = Stage(self.clock, self.faults, mine)
        self.stage.adopt(stack.enter_context(_connections(self.stage)))
        self.observer = self.stage.observer = Line(mine, self.stage._idle)
        stack.callback(self.observer.give_back)
        self.observer.ensure_connection()
        self._stock.insert(self.observer.connection, self.position, self.options)
        self.office, self.broker = post.Office(self), Broker(self)
        self.downtime = Downtime(self)
        self.decisions = Decisions(self)
        post.Backend.office = self.office
        stack.enter_context(self._surroundings())
        connections["default"] = self.observer
        self.watch, self.people = self._cast(stack)
        self.stage.on_commit = self.watch.committed

    def _cast(self, stack: ExitStack) -> tuple[Watch, People]:
        return Watch(self), People(self)

    @contextmanager
    def _surroundings(self) -> Iterator[None]:
        time = SimpleNamespace(monotonic=self.stage.seconds)
        wake_workers.BrokerPause.until = 0.0
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        vars(app)["send_task"] = self.broker.hear
        with ExitStack() as stack:
            stack.callback(vars(app).pop, "send_task")
            stack.enter_context(without_outages())
            stack.enter_context(self.downtime.surroundings())
            stack.enter_context(chance.drawn_by(f"simulation {self.seed}"))
            stack.enter_context(patch.object(database_clock, "_asked", timedelta))
            stack.enter_context(patch.object(settings, "EMAIL_BACKEND", post.BACKEND))
            stack.enter_context(patch.object(settings, "EMAIL_HOST", "a mail server"))
            stack.enter_context(_quiet())
            stack.enter_context(patch.object(database_errors, "log", self._isolated()))
            stack.enter_context(patch.object(delivery, "claim", self._noting(delivery.claim)))
            stack.enter_context(patch.object(bot_thinking, "sleep", lambda _seconds: None))
            for module in TIMED:
                stack.enter_context(patch.object(module, "time", time))
            # Unrelated parts would take half of each sweep, and texts most of each letter.
            unreminded = [] if self.reminds else [(reminders, "send_due")]
            for where, what in (*self.APART, *unreminded):
                stack.enter_context(patch.object(where, what, lambda *_: 0))
            stack.enter_context(patch.object(render, "write", _unwritten))
            stack.enter_context(patch.object(digests, "_entry", _nothing))
            stack.enter_context(patch.multiple(letter_frame, asking=_nothing, table=_nothing))
            stack.enter_context(patch.dict(prefetch.READINGS, UNREAD))
            if self.faults.chance("brief").random() < BRIEF:
                stack.enter_context(patch.object(email, "_composed", lambda _: BLANK))
            yield

    def _noting(self, claimed: Callable[..., Any]) -> Callable[..., Any]:
        """Wraps claiming, to record which process holds which letters."""

        def claim(*args: Any) -> Any:
            found = claimed(*args)
            if (actor := self.actor()) is not None:
                actor.letters += found[0]
            return found

        return claim

    def _isolated(self) -> SimpleNamespace:
        """Instead of a log: notes what failed without stopping anything else."""

        def noted(text: str, *values: object) -> None:
            self.note(f"{text % values} {sys.exc_info()[1]!r}")

        return SimpleNamespace(warning=noted, exception=noted)

    def _sweep_now_and_then(self) -> None:
        """Two workers sweep independently, and so do the tasks that beat sends."""
        sweeps = self.faults.chance("sweeps")
        for worker in "ab":
            first = sweeps.uniform(0, 50)
            for later in range(0, self.faults.lasts, APART_BY):
                moment = self.clock.at + timedelta(seconds=first + later)
                self.stage.at(moment, partial(self.sweep, worker))

    def sweep(self, worker: str) -> None:
        """Does what a worker's two threads do; here they are two processes."""
        self.begin(self.name(f"sweep {worker}"), sweep)
        self.begin(self.name(f"letters {worker}"), delivery.deliver)

    # What all the others ask

    def begin(
        self, name: str, job: Callable[[], Any], then: Callable[[Actor], None] | None = None
    ) -> Actor:
        return self.stage.begin(name, job, lambda actor: self._ended(actor, then))

    def _ended(self, actor: Actor, then: Callable[[Actor], None] | None) -> None:
        text = type(actor.error).__name__ if actor.error else ""
        self.note(f"{actor.name}: {actor.state} {text}")
        if self.stage.unseen:
            self.watch.committed()
        if actor.error is not None and not isinstance(actor.error, self.EXPECTED):
            self.found("error", f"{text} in {actor.name}")
        if actor.state == DONE:
            self.watch.holds_little(actor.letters)
        else:
            self.office.died(actor.sent)
        if then is not None:
            then(actor)

    def name(self, what: str) -> str:
        """A unique name, which doesn't depend on anything else in the run."""
        self._names[what] += 1
        return f"{what} {self._names[what]}"

    def actor(self) -> Actor | None:
        """The process whose turn it is."""
        mine = getcurrent()
        return next((each for each in self.stage.actors if each.greenlet is mine), None)

    def moment(self, place: str) -> str:
        """The actor reaches this place; returns a unique name for the moment."""
        actor = self.actor()
        if actor is None:
            return self.name(place)
        actor.reach(place.partition(" ")[0].replace("smtp", "post"))
        return self.name(f"{actor.name} {place}")

    def sleep(self, seconds: float) -> None:
        """Lets the current process sleep."""
        self.clock.at += timedelta(seconds=seconds)

    def note(self, line: str) -> None:
        self.history.append(f"{self.stage.seconds():9.3f} {line}")

    def found(self, kind: str, what: str) -> None:
        """Records a violation, once per kind and place."""
        if not any((each.kind, each.what) == (kind, what) for each in self.violations):
            self.violations.append(Violation(kind, what))
            self.note(f"!! {kind}: {what}")

    # The end

    def _settle(self) -> None:
        """After the last fault: whatever is due has to be done soon."""
        self.faults.over = True
        self.decisions.go_on()
        for _round in range(self.ROUNDS):
            moment = self.watch.due()
            if moment is None:
                return
            self.clock.at = max(self.clock.at, moment) + timedelta(seconds=20)
            ready, began = self.watch.ready(), self.clock.at
            self.begin(self.name("last sweep"), sweep)
            self.stage.run()
            self.watch.after_sweep(ready, began)
            self.begin(self.name("last letters"), lambda: run(DELIVER))
            self.stage.run()
        self.found("never", f"after {self.ROUNDS} sweeps something is still to be done")


@contextmanager
def _connections(stage: Stage) -> Iterator[list[psycopg.Connection[Any]]]:
    """Context manager: replaces this thread's connection by ours, and restores it.

    Open connections are kept for the next run, unless another test has ended them.
    """
    mine = connections["default"]
    _open[:] = [raw for raw in _open if _answers(raw)]
    try:
        yield _open
    finally:
        stage.clear()
        connections["default"] = mine


_open: list[psycopg.Connection[Any]] = []


def _answers(raw: psycopg.Connection[Any]) -> bool:
    """Whether the server has not ended it, of which it would have said so."""
    return not (raw.closed or select([raw.fileno()], [], [], 0)[0])


@contextmanager
def _quiet() -> Iterator[None]:
    """Context manager: silences logs, since failures here are intended."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
