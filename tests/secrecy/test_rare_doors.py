"""The doors that have little to do with a game keep quiet, too: house, signing in, admin."""

import pytest

from tests.secrecy import suite
from tests.secrecy.conftest import Count

pytestmark = pytest.mark.django_db
SHARE = 40


@pytest.mark.parametrize("name", ["tide: some bids are in", "boat: exchange"])
def test_both_worlds_look_the_same_in_the_house(name: str, count: Count) -> None:
    report = suite.compare(name, ("methods", "house"), share=SHARE)
    assert report.pairs > 100
    assert not report.failed
    assert not report.found, "\n".join(report.found[:20])
    count(report.pairs, report.pairs, report.bytes)


@pytest.mark.parametrize("name", ["tide: open table", "ships: damage"])
def test_both_worlds_look_the_same_to_the_staff(name: str, count: Count) -> None:
    report = suite.compare(name, ("admin",), share=SHARE // 2)
    assert report.pairs > 100
    assert not report.failed
    assert not report.found, "\n".join(report.found[:20])
    count(report.pairs, report.pairs, report.bytes)
