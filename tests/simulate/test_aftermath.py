"""Simulated evenings at the end of many games, and planted bugs that they find."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests import id_sequences
from tests.sampling import whole
from tests.simulate.aftermath import Aftermath
from tests.simulate.planted_aftermath import AFTERMATH
from tests.simulate.planting import plant
from tests.simulate.shrinking import Course, told
from tests.simulate.stock import Stock

SEEDS = 100 if whole() else 3
SOON_FOUND = "a bid lost by compaction"


@pytest.fixture(scope="module")
def stock(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stock]:
    with django_db_blocker.unblock(), id_sequences.kept():
        yield Aftermath.STOCK()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_goes_wrong_everything_counts_once(stock: Stock, seed: int) -> None:
    world = Aftermath(stock, seed)
    if world.run():
        pytest.fail("\n".join(told(stock, world)))


@pytest.mark.django_db(transaction=True)
def test_a_fault_after_the_end_is_found(stock: Stock) -> None:
    with plant(next(each for each in AFTERMATH if each.name == SOON_FOUND)):
        assert Aftermath(stock, 0).run()


def test_the_command_that_repeats_it_says_which_kind_it_is() -> None:
    assert "--aftermath" in Course(3, kind=Aftermath).command()
