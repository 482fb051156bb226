"""Simulated runs with faults, and planted bugs that they find."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.faults.checker import Violation
from tests.sampling import few, whole
from tests.simulate.planting import ALL, Planted, changed, function_at, plant
from tests.simulate.shrinking import _fewest
from tests.simulate.stock import Stock
from tests.simulate.world import World
from tests.worker import end_other_sessions

SEEDS, TOGETHER = 1000 if whole() else 200, 10
# The first runs find these; `make simulate-planted` tries all.
SAMPLE = (
    "READY marked in a transaction of its own",
    "a changed answer acknowledged and forgotten",
    "the hand closes over unread mail",
)


@pytest.fixture(scope="module")
def stock(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stock]:
    with django_db_blocker.unblock():
        made = Stock()
        yield made
        made.number_from_one()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
def test_whatever_goes_wrong_nothing_is_lost(stock: Stock, first: int) -> None:
    """Several runs in one test: emptying all tables after each test takes as long as a run."""
    for seed in range(first, first + TOGETHER):
        world = World(stock, seed)
        again = f"make simulate-faults ARGS='--seed {seed}'"
        assert not world.run(), "\n".join([again, *world.history, *world.faults.fired])


@pytest.mark.django_db(transaction=True)
def test_a_seed_draws_the_same_course_again(stock: Stock) -> None:
    first, second = World(stock, 3), World(stock, 3)
    assert first.run() == second.run()
    assert first.history == second.history
    assert first.history


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
    assert set(range(12)) - set(_fewest(range(12), lambda out: not {3, 8} & set(out))) == {3, 8}


def test_a_violation_says_where() -> None:
    assert str(Violation("lost", "hand 1")) == "lost: hand 1"
