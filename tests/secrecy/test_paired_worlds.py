"""Nobody sees what they may not know: both worlds look the same, byte by byte."""

import re

import pytest

from tests.sampling import few, sample
from tests.secrecy import suite
from tests.secrecy.conftest import Count
from tests.secrecy.positions import RECIPES

pytestmark = pytest.mark.django_db
# One in so many addresses, others for each observer; `make secrecy` requests many more of them, in
# every position. More of them in fewer positions: each takes two worlds for each observer.
SHARE = 20
PEOPLE = 7  # the most people who look at one game
FILLED = ["tide: some bids are in", "boat: exchange", "ships: damage"]
SHOWN = sample(RECIPES, kind=lambda name: name.partition(":")[0])


@pytest.mark.parametrize("name", SHOWN)
def test_both_worlds_look_the_same(name: str, count: Count) -> None:
    report = suite.compare(name, share=SHARE, turn=PEOPLE * list(RECIPES).index(name))
    report.check(8, count)


@pytest.mark.long
@pytest.mark.parametrize("name", few(FILLED))
def test_what_several_letters_have_joined_into_says_the_same(name: str, count: Count) -> None:
    report = suite.compare(name, ("joined",))
    report.check(4, count)  # one per person, about the open hand


@pytest.mark.parametrize("name", few(FILLED))
def test_they_differ_for_whoever_may_know(name: str) -> None:
    """They differ for people who may know; otherwise the test above couldn't fail."""
    report = suite.compare(name, ("api",), as_if=1, only_first=True)
    own = re.compile(
        f"{name}, seat 0: GET /api/v1/games/[^/]+: (from byte|headers .*(Length|ETag))"
    )
    assert any(own.match(found) for found in report.found), report.found
