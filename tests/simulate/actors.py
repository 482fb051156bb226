"""Processes that take turns: each is a greenlet with its own database connection.

At each statement and commit, another one may continue, or the process may be killed or wait for a
lock. Only one runs at a time, so waiting for a locked row would take for ever: a statement gets one
millisecond, and is tried again when somebody's transaction has ended.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar

import psycopg
from django.db import OperationalError, connections
from greenlet import greenlet
from psycopg import errors
from psycopg.pq import TransactionStatus

from tests.simulate.faults import CUT, FREEZE, KILL, Blow, Faults
from tideweb.database.base import DatabaseWrapper

if TYPE_CHECKING:
    from tests.club.clock import Clock

LOCK_TIMEOUT, IDLE_TIMEOUT = 2.0, 30.0  # seconds, as tideweb.environment has them
SWITCHES = 0.25  # the chance at each moment that another process continues, if there is one
STEERING = ("SAVEPOINT", "RELEASE", "ROLLBACK")
READY, BLOCKED, FROZEN, DONE, DEAD = "ready", "blocked", "frozen", "done", "dead"


class Killed(BaseException):
    """The process was killed: none of its code runs any more."""


class Line(DatabaseWrapper):
    """One process's database connection."""

    gone: ClassVar[psycopg.Connection[Any] | None] = None  # what every closed one looks like

    def __init__(self, settings: dict[str, Any], idle: list[psycopg.Connection[Any]]) -> None:
        super().__init__(settings, "default")
        self.actor: Actor | None = None
        self._idle = idle

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.actor is not None and self.actor.state == DEAD:
            raise Killed
        if self._idle:
            self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
            return self._idle.pop()
        return super().get_new_connection(conn_params)

    def _commit(self) -> None:
        commit: Callable[[], None] = super()._commit  # type: ignore[misc]
        if self.actor is None:
            commit()
            return
        self.actor.reach("commit")
        commit()
        self.actor.ended(wrote=True)
        self.actor.reach("committed")

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        if self.actor is not None:
            self.actor.ended(wrote=False)

    def _close(self) -> None:
        self.cut()

    def give_back(self) -> None:
        """Returns the connection of an ended process, to be reused: a new one costs more than ten
        statements."""
        raw, self.connection = self.connection, None
        if raw is not None and not raw.closed:
            if raw.info.transaction_status != TransactionStatus.IDLE:
                raw.rollback()
            self._idle.append(raw)

    def cut(self) -> None:
        """Cuts it off: whoever uses it finds a closed connection."""
        raw = self.connection
        if raw is None or raw.closed:
            return
        if Line.gone is None:
            raw.close()
            Line.gone = raw
        self.give_back()
        self.connection = Line.gone

    def check(self) -> None:
        """Raises if it was cut off; a cursor that was opened before does not know yet."""
        if self.connection is not None and self.connection.closed:
            with self.wrap_database_errors:
                raise psycopg.OperationalError("the connection is closed")


class Actor:
    """One process with one job."""

    def __init__(
        self,
        stage: Stage,
        name: str,
        job: Callable[[], Any],
        then: Callable[[Actor], None],
        blow: Blow | None,
    ) -> None:
        self.stage, self.name, self.then, self.blow = stage, name, then, blow
        self.state = READY
        self.holds = False  # whether it may hold locks
        self.changes = False  # whether it has changed rows of games, and not committed yet
        self.committed = 0
        self.first = self.serial = 0  # of its commits, the number of the first and the last
        self.since = 0.0
        self.began = stage.clock.at
        self.result: Any = None
        self.error: BaseException | None = None
        self.letters: list[Any] = []  # letters that it has claimed
        self.sent: set[str] = set()  # Message-IDs that the mail server has from it
        self.line = stage.line()
        self.line.actor = self
        self.line.execute_wrappers.append(self.statement)
        self._counts: dict[str, int] = {}
        self._gave_up = False
        self.greenlet = greenlet(lambda: self._run(job), stage.greenlet)

    def _run(self, job: Callable[[], Any]) -> None:
        try:
            self.result = job()
        except (Exception, Killed) as error:  # noqa: BLE001 - whoever asked looks at it
            self.error = error
        if self.state != DEAD:
            self.state = DONE

    # Moments

    def reach(self, place: str) -> None:
        """Passes a moment at which another process may continue, or a fault may happen."""
        if self.state == DEAD:
            raise Killed
        number = self._counts[place] = self._counts.get(place, 0) + 1
        self.stage.pass_time()
        blow = self.blow
        if blow is not None and (blow.place, blow.number) == (place, number):
            self._suffer(blow)
        elif self.stage.switches():
            self.stage.greenlet.switch()
        if self.state == DEAD:
            raise Killed

    def _suffer(self, blow: Blow) -> None:
        if not self.stage.faults.happens(f"{blow.sort} {self.name} at {blow.place} {blow.number}"):
            return
        if blow.sort == KILL:
            self.state = DEAD
            self.line.give_back()
            self.ended(wrote=False)
            self.stage.greenlet.switch()
        elif blow.sort == CUT:
            self._cut()
            if blow.place == "committed":
                raise OperationalError("server closed the connection") from (
                    psycopg.OperationalError()
                )
        elif blow.sort == FREEZE:
            self._freeze(blow.seconds)

    def _cut(self) -> None:
        self.line.cut()
        self.ended(wrote=False)

    def _freeze(self, seconds: float) -> None:
        """Like SIGSTOP; the server aborts a transaction that is idle for too long."""
        self.state, self.since = FROZEN, self.stage.seconds() + seconds
        self.stage.greenlet.switch()
        if seconds > IDLE_TIMEOUT and self.line.in_atomic_block:
            self._cut()

    def ended(self, *, wrote: bool) -> None:
        """Its transaction has ended: processes that wait for locks try again."""
        held, self.holds = self.holds, False
        changed, self.changes = self.changes, False
        self.committed += wrote and held
        for actor in self.stage.actors:
            if actor.state == BLOCKED:
                actor.state = READY
        if wrote and held:
            self.stage.unseen |= changed
            self.stage.committed()

    # Statements

    def statement(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Wraps every statement."""
        self.reach("statement")
        self.line.check()
        reads = isinstance(sql, str) and sql.startswith("SELECT") and not _locks(sql)
        steers = isinstance(sql, str) and sql.startswith(STEERING)
        if reads or steers or not any(each.holds for each in self.stage.actors if each is not self):
            result = execute(sql, params, many, context)
        else:
            result = self._carefully(execute, sql, params, many, context)
        if not reads:
            self.holds = self.line.in_atomic_block
            self.changes |= _changes_games(sql)
            if not self.holds:
                self.stage.unseen |= self.changes
                self.changes = False
        return result

    def _carefully(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Waits for locks without blocking the other processes."""
        self.since, self._gave_up = self.stage.seconds(), False
        while True:
            inside = self.line.in_atomic_block
            if inside:
                self._steer("SAVEPOINT careful")
            try:
                result = execute(sql, params, many, context)
            except OperationalError as error:
                if not isinstance(error.__cause__, errors.LockNotAvailable) or self._gave_up:
                    raise
                self.line.errors_occurred = False
                if inside:
                    self._steer("ROLLBACK TO SAVEPOINT careful")
                self.state = BLOCKED
                self.stage.greenlet.switch()
                if self.state == DEAD:
                    raise Killed from None
                continue
            if inside:
                self._steer("RELEASE SAVEPOINT careful")
            return result

    def _steer(self, sql: str) -> None:
        """Runs a statement of our own; a broken connection raises its usual error."""
        with self.line.wrap_database_errors:
            self.line.connection.execute(sql)

    def give_up(self) -> None:
        """Makes it give up waiting, as the server does after a timeout."""
        self._gave_up, self.state = True, READY

    def unwind(self) -> None:
        """Ends what is left of the process, without running any more of its code."""
        self.state = DEAD
        self.line.give_back()
        connections["default"] = self.line
        with suppress(BaseException):
            self.greenlet.throw(Killed)


def _locks(sql: str) -> bool:
    return " FOR " in sql[-80:] or "advisory" in sql


def _changes_games(sql: Any) -> bool:
    """Whether it may change rows of games; a SELECT that locks them doesn't."""
    return not isinstance(sql, str) or ("games_" in sql and not sql.startswith("SELECT "))


class Stage:
    """All processes of a run, and the schedule of those to come."""

    def __init__(self, clock: Clock, faults: Faults, settings: dict[str, Any]) -> None:
        self.clock, self.faults = clock, faults
        self.actors: list[Actor] = []
        self.past: list[Actor] = []
        self.greenlet = greenlet.getcurrent()
        self.on_commit: Callable[[], None] = lambda: None
        self.observer: Line = Line(settings, [])  # for code outside the actors
        self.deadlocks = 0
        self.unseen = True  # whether rows of games changed since they were looked at
        self._settings = settings
        self._idle: list[psycopg.Connection[Any]] = []
        self._start = clock.at
        self._chance = random.Random(f"{faults.seed} order")
        self._events: list[tuple[Any, int, Callable[[], None]]] = []
        self._numbers = count()
        self._switching = "switching" not in faults.muted

    def line(self) -> Line:
        return Line(self._settings, self._idle)

    def adopt(self, idle: list[psycopg.Connection[Any]]) -> None:
        """Takes over the connections of an earlier run."""
        self._idle = idle

    # Time

    def seconds(self) -> float:
        """Virtual seconds since the start."""
        return float((self.clock.at - self._start).total_seconds())

    def pass_time(self) -> None:
        self.clock.at += self._tick * self._chance.randrange(1, 6)

    @property
    def _tick(self) -> Any:
        from tests.club.clock import TICK

        return TICK

    def at(self, moment: Any, begin: Callable[[], None]) -> None:
        """Schedules the start of something."""
        heapq.heappush(self._events, (moment, next(self._numbers), begin))

    # Turns

    def begin(
        self, name: str, job: Callable[[], Any], then: Callable[[Actor], None] | None = None
    ) -> Actor:
        """Starts a process; `then` is called with it when it has ended."""
        blow = None if self.faults.over else self.faults.blow(name)
        actor = Actor(self, name, job, then or (lambda _actor: None), blow)
        self.actors.append(actor)
        return actor

    def switches(self) -> bool:
        if not self._switching or len(self.actors) < 2:
            return False
        others = sum(actor.state == READY for actor in self.actors)
        return others > 1 and self._chance.random() < SWITCHES

    def committed(self) -> None:
        """Called after each commit: checks the invariants, on the observer's connection."""
        self.on_commit()

    def run(self) -> None:
        """Runs until nothing is scheduled any more."""
        while self._step():
            pass

    def _step(self) -> bool:
        while self._events and self._events[0][0] <= self.clock.at:
            heapq.heappop(self._events)[2]()
        for actor in self.actors:
            if actor.state == FROZEN and actor.since <= self.seconds():
                actor.state = READY
        ready = [actor for actor in self.actors if actor.state == READY]
        if not ready:
            return self._wait()
        actor = self._chance.choice(ready) if self._switching else ready[0]
        connections["default"] = actor.line
        actor.greenlet.switch()
        connections["default"] = self.observer
        if actor.state in (DONE, DEAD):
            self._leave(actor)
        return True

    def _leave(self, actor: Actor) -> None:
        self.actors.remove(actor)
        if actor.state == DONE:
            actor.line.give_back()
            actor.ended(wrote=False)
        self.past.append(actor)
        actor.then(actor)

    def _wait(self) -> bool:
        """Advances the time until some process can continue; False if none ever can."""
        blocked = [actor for actor in self.actors if actor.state == BLOCKED]
        frozen = [actor for actor in self.actors if actor.state == FROZEN]
        if blocked and not frozen:
            self.deadlocks += 1  # they wait for one another
            blocked[0].give_up()
            return True
        moments = [actor.since for actor in frozen]
        moments += [actor.since + LOCK_TIMEOUT for actor in blocked]
        until = [self._start + self._tick * int(1000 * each + 1) for each in moments]
        if self._events:
            until.append(self._events[0][0])
        if not until:
            return False
        self.clock.at = max(self.clock.at, min(until))
        for actor in blocked:
            if actor.since + LOCK_TIMEOUT <= self.seconds():
                actor.give_up()
        return True

    def clear(self) -> list[psycopg.Connection[Any]]:
        """Ends killed and unfinished processes; the connections are kept for the next run."""
        for actor in [*self.actors, *(each for each in self.past if each.state == DEAD)]:
            actor.unwind()
        return self._idle
