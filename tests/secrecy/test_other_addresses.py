"""Addresses that have little to do with a game reveal nothing, either: static pages, signing in,
admin.
"""

import pytest

from tests.sampling import few
from tests.secrecy import suite
from tests.secrecy.conftest import Count

pytestmark = pytest.mark.django_db


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "turn"), few([("tide: some bids are in", 0), ("boat: exchange", 7)])
)
def test_both_worlds_look_the_same_in_the_house(name: str, turn: int, count: Count) -> None:
    """One request per address, by one of the seven who look at either world."""
    report = suite.compare(name, ("methods", "house"), share=14, turn=turn)
    report.check(81, count)


@pytest.mark.parametrize(("name", "turn"), few([("tide: open table", 0), ("ships: damage", 1)]))
def test_both_worlds_look_the_same_to_the_staff(name: str, turn: int, count: Count) -> None:
    """Half of the addresses in each run, by everybody, including people without access."""
    report = suite.compare(name, ("admin",), share=2, turn=turn)
    report.check(101, count)
