"""A few trials of `make races`, and what they find without the lock."""

from __future__ import annotations

import pytest

from tests.races import races
from tests.simulate.planted import ALL
from tests.simulate.planting import plant

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


def test_last_bids_at_the_same_instant() -> None:
    tally = races(10, processes=False, seed=1)
    assert tally["trials"] == 10
    assert not any(tally[what] for what in ("stuck", "double", "lost", "errors"))


def test_without_the_lock_some_hand_gets_stuck() -> None:
    with plant(next(each for each in ALL if each.name == "the lock of the game left out")):
        tally = races(20, processes=False, seed=1)
    assert tally["stuck"] + tally["errors"] + tally["double"] + tally["lost"]
