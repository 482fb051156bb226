"""`pytest -n 3`: three processes, forked from the one that has collected the tests.

So everything is imported, and each test found, once instead of once in each process. Tests are
handed out while they run: those that take long or wait first, one by one, the others file by file,
fewer at a time towards the end. One process alone has the browser, one the worker. A process that
dies costs the test that it was at; another takes its place. Each has its own database and its own
name; fixtures of the whole run are made in each that asks for them.
"""

from __future__ import annotations

import os
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, takewhile
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any
from warnings import WarningMessage

import pytest

from tests import budget, pgplugin
from tideweb.embedded.processes import dies_with_parent

MAX_AT_ONCE = 40
# They write files, or on the terminal, of the one process that hears from all others.
OF_THE_FIRST = ("terminalreporter", "terminalprogress", "lfplugin", "nfplugin", "stepwiseplugin")
_name: str | None = None
at_end: list[Callable[[], None]] = []  # what each of the others does last


def name() -> str | None:
    """Of this process, if it is one of several and not the first."""
    return _name


def _call(this: str) -> None:
    global _name
    _name = this


def only_hears(config: pytest.Config) -> bool:
    """Whether others run the tests."""
    return bool(config.getoption("numprocesses", None)) and name() is None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("processes")._addoption(  # small letters are pytest's, which has no -n
        "-n", dest="numprocesses", type=int, default=0, metavar="N",
        help="how many processes run the tests (0: this one)",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    if not only_hears(session.config) or session.config.option.collectonly or session.testsfailed:
        return None
    Family(session).run()
    return True


@dataclass(eq=False)
class Child:
    """One process: what it was given, and what it is at."""

    line: Connection
    process: ForkProcess
    given: deque[int] = field(default_factory=deque)
    last_words: str = ""

    def gone(self) -> int | None:
        self.line.close()
        self.process.join()
        return self.process.exitcode


class Family:
    """The first process: hands out tests, and hears how they went."""

    def __init__(self, session: pytest.Session) -> None:
        self.session, self.config = session, session.config
        self.left = deque(range(len(session.items)))
        self.alone = [_alone(item) for item in session.items]
        self.children: dict[Connection, Child] = {}
        self.begun = 0
        self.owners: dict[str, Child] = {}

    def run(self) -> None:
        many = min(self.config.option.numprocesses, len(self.left))
        try:
            for _ in range(many):
                self._fork()
            while self.children:
                for line in wait(list(self.children)):
                    assert isinstance(line, Connection)
                    self._hear(self.children[line])
        finally:
            for child in self.children.values():
                child.process.terminate()
                child.gone()

    def _fork(self) -> None:
        ours, theirs = Pipe()
        self.begun += 1
        work = Work(self.session, theirs, str(self.begun), [ours, *self.children])
        process = ForkProcess(target=work.live, args=(dies_with_parent(),))
        process.start()
        theirs.close()
        self.children[ours] = Child(ours, process)

    def _hear(self, child: Child) -> None:
        try:
            what, said = child.line.recv()
        except (EOFError, ConnectionResetError):
            self._ended(child)
            return
        if what == "more":
            child.line.send(self._some_for(child))
        elif what == "over":
            child.given.popleft()
        elif what == "died":
            child.last_words = said
        elif what == "warning":
            self.config.hook.pytest_warning_recorded.call_historic(kwargs=said)
        else:
            self._report(said)

    def _some_for(self, child: Child) -> list[int]:
        """The next test, and with it some more of its file."""
        for_it = list(islice(filter(partial(self._may_have, child), self.left), MAX_AT_ONCE))
        if not for_it:
            return []
        first = self.session.items[for_it[0]]
        if what := self.alone[for_it[0]]:
            self.owners[what] = child
        at_once = max(1, min(MAX_AT_ONCE, len(self.left) // (4 * self.config.option.numprocesses)))
        if budget.how_soon(first) < budget.LAST:
            at_once = 1
        same = takewhile(lambda n: self.session.items[n].path == first.path, for_it[:at_once])
        some = list(same)
        for number in some:
            self.left.remove(number)
        child.given.extend(some)
        return some

    def _may_have(self, child: Child, number: int) -> bool:
        what = self.alone[number]
        return not what or self.owners.get(what, child) is child

    def _report(self, said: dict[str, Any]) -> None:
        hook = self.config.hook
        report = hook.pytest_report_from_serializable(config=self.config, data=said)
        hook.pytest_runtest_logreport(report=report)
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)
        if self.session.shouldstop:
            raise self.session.Interrupted(self.session.shouldstop)

    def _ended(self, child: Child) -> None:
        """It has nothing left, or died: then its other tests are for whoever comes."""
        del self.children[child.line]
        self.owners = {what: other for what, other in self.owners.items() if other is not child}
        code = child.gone()
        if not child.given:
            assert code == 0, f"A process did not end well ({code}).\n{child.last_words}"
            return
        at = self.session.items[child.given.popleft()]
        self.left.extendleft(reversed(child.given))
        self.config.hook.pytest_runtest_logreport(
            report=pytest.TestReport(
                at.nodeid, at.location, {}, "failed", when="call",
                longrepr=f"The process at it died ({code}).\n{child.last_words}",
            )
        )  # fmt: skip
        if self.left:
            self._fork()


def _alone(item: pytest.Item) -> str:
    """What costs too much to have it in each process."""
    wanted = getattr(item, "fixturenames", ())
    return next((what for what in ("browser", "worker_of_the_run") if what in wanted), "")


@dataclass(eq=False)
class Work:
    """What one of the others lives for."""

    session: pytest.Session
    line: Connection
    name: str
    others: Sequence[Connection]
    ready: bool = False  # before, it would be told again what was warned of so far

    def live(self, watch: Callable[[], None]) -> None:
        os.setsid()  # Ctrl-C is for the first one, who ends all others
        watch()
        for each in self.others:
            each.close()
        _call(self.name)
        self._leave(config := self.session.config)
        self.ready = True
        try:
            self._run(config, self.session.items)
        except BaseException:
            self.line.send(("died", traceback.format_exc()))
            raise
        for last in at_end:
            last()

    def _run(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        numbers = self._handed_out()
        number = next(numbers, None)
        while number is not None:
            # Whoever is next decides which fixtures are still wanted.
            following = next(numbers, None)
            after = None if following is None else items[following]
            config.hook.pytest_runtest_protocol(item=items[number], nextitem=after)
            self.line.send(("over", None))
            number = following

    def _leave(self, config: pytest.Config) -> None:
        """What was the first one's own is not this one's."""
        for name in OF_THE_FIRST:
            if config.pluginmanager.has_plugin(name):
                config.pluginmanager.unregister(name=name)
        config.pluginmanager.register(self, "of-the-others")
        pgplugin.leave(config)
        if captured := config.pluginmanager.getplugin("capturemanager"):
            captured.stop_global_capturing()
            captured.start_global_capturing()
        factory = config._tmp_path_factory  # type: ignore[attr-defined]
        factory._basetemp = factory.getbasetemp() / self.name
        factory._basetemp.mkdir(mode=0o700)

    def _handed_out(self) -> Iterator[int]:
        while True:
            self.line.send(("more", None))
            some = self.line.recv()
            if not some:
                return
            yield from some

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        config = self.session.config
        said = config.hook.pytest_report_to_serializable(config=config, report=report)
        self.line.send(("report", said))

    def pytest_warning_recorded(
        self, warning_message: WarningMessage, when: str, nodeid: str, location: Any
    ) -> None:
        if not self.ready:
            return
        words = f"{warning_message.category.__name__}: {warning_message.message}"
        place = (warning_message.filename, warning_message.lineno)
        told = WarningMessage(UserWarning(words), UserWarning, *place)
        said = {"warning_message": told, "when": when, "nodeid": nodeid, "location": location}
        self.line.send(("warning", said))
