"""Simulated runs with faults, and planted bugs that they find."""

from __future__ import annotations

import inspect
import shlex
import textwrap
from collections.abc import Iterator
from itertools import takewhile

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests import id_sequences
from tests.faults.checker import Violation
from tests.sampling import few, whole
from tests.simulate import shrinking
from tests.simulate.__main__ import options
from tests.simulate.faults import AWAY, HOUR, Faults
from tests.simulate.planted import ALL
from tests.simulate.planting import Planted, changed, function_at, plant
from tests.simulate.shrinking import Course, _smallest, told
from tests.simulate.stock import Stock
from tests.simulate.world import World
from tests.worker import end_other_sessions

SEEDS, TOGETHER = 1000 if whole() else 200, 10
# The first runs find these; `make simulate-planted` tries all.
SAMPLE = (
    "READY marked in a transaction of its own",
    "a changed answer acknowledged and forgotten",
    "the hand closes over unread mail",
    "turned before the table has waited",
    "a letter sent twice at once",
)


@pytest.fixture(scope="module")
def stock(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stock]:
    with django_db_blocker.unblock(), id_sequences.kept():
        yield Stock()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
def test_whatever_goes_wrong_nothing_is_lost(stock: Stock, first: int) -> None:
    """Several runs in one test: emptying all tables after each test takes as long as a run."""
    for seed in range(first, first + TOGETHER):
        world = World(stock, seed)
        if world.run():
            pytest.fail("\n".join(told(stock, world)))


@pytest.mark.django_db(transaction=True)
def test_a_seed_draws_the_same_course_again(stock: Stock) -> None:
    first, second = World(stock, 3), World(stock, 3)
    assert first.run() == second.run()
    assert first.history == second.history
    assert first.history


@pytest.mark.django_db(transaction=True)
def test_an_hour_without_a_broker_loses_nothing(stock: Stock) -> None:
    days = [seed for seed in range(100) if Faults(seed).mood == AWAY]
    for seed in days[:2]:
        world = World(stock, seed)
        assert world.run() == []
        assert any(fault.endswith(" away") for fault in world.faults.fired)
        assert not any("worker" in line for line in _of_the_hour(world.history))
        assert any(seconds < HOUR for seconds in world.watch.turned.values())


def _of_the_hour(history: list[str]) -> list[str]:
    """Until the broker is back: after an hour, or once the day is over, for the last sweep."""
    told = takewhile(lambda line: "last sweep" not in line, history)
    return [line for line in told if float(line.split()[0]) < HOUR]


@pytest.mark.django_db(transaction=True)
def test_a_course_runs_also_where_another_test_ended_its_connections(stock: Stock) -> None:
    assert not World(stock, 0).run()
    end_other_sessions()
    assert not World(stock, 0).run()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", few(SAMPLE))
def test_a_fault_in_the_services_is_found(stock: Stock, name: str) -> None:
    with plant(next(each for each in ALL if each.name == name)):
        assert any(World(stock, seed).run() for seed in range(60))


@pytest.mark.parametrize("planted", ALL, ids=str)
def test_each_fault_fits_the_function_that_it_is_for(planted: Planted) -> None:
    function = function_at(planted.where)
    assert changed(planted).co_code != function.__code__.co_code or planted.new != planted.old
    assert planted.old in textwrap.dedent(inspect.getsource(function))


def test_a_failing_course_is_made_smaller() -> None:
    """Of twelve parts, two are needed."""
    assert set(range(12)) - set(_smallest(range(12), lambda out: not {3, 8} & set(out))) == {3, 8}


@pytest.mark.parametrize("planted", [each.name for each in ALL])
def test_a_shell_reads_the_command_that_repeats_a_course(planted: str) -> None:
    """One of the names has an apostrophe."""
    words = shlex.split(Course(3, (1, 2), ("kill deed 1.1 at commit 1",)).command(planted))
    read = options(words[3:])
    assert words[1:3] == ["-m", "tests.simulate"]
    assert (read.seed, read.without, read.plant) == (3, (1, 2), planted)
    assert read.mute == ("kill deed 1.1 at commit 1",)


@pytest.mark.django_db(transaction=True)
def test_a_failing_seed_is_told_made_smaller(stock: Stock, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few tries, since each is a run."""
    monkeypatch.setattr(shrinking, "PATIENCE", 4)
    with plant(next(each for each in ALL if each.name == SAMPLE[0])):
        worlds = (World(stock, seed) for seed in range(60))
        failed = next(world for world in worlds if world.run())
        lines = told(stock, failed, SAMPLE[0])
    again = options(shlex.split(lines[-1])[3:])
    assert again.seed == failed.seed
    assert again.mute or again.without
    assert str(failed.violations[0]) in "\n".join(lines)


@pytest.mark.parametrize("words", [
    "--seeds 0", "--seeds -5", "--seeds many", "--enough 0", "--processes 0", "--only nosuch",
    "--planted --only nosuch", "--only lock", "--plant nosuch", "--seed 3 --without x",
    "--without 3", "--mute switching", "--mood nosuch",
])  # fmt: skip
def test_a_mistyped_option_runs_nothing(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Else what was mistyped would pass for a green run."""
    with pytest.raises(SystemExit) as ended:
        options(words.split())
    assert ended.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_a_violation_says_where() -> None:
    assert str(Violation("lost", "hand 1")) == "lost: hand 1"
