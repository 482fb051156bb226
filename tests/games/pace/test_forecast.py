"""What a forecast promises: it follows from the slowest, and never leaves the table's limits."""

import random
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import GAMES
from games.forecast import HOUR, IMMEDIATE, Speed, forecast, length, marks, usual

DAY = 24 * 3600
SECONDS = st.floats(0, 30 * DAY)
SPEEDS = st.lists(SECONDS, min_size=4, max_size=4).map(lambda marks: Speed(*sorted(marks)))


@given(st.lists(SPEEDS, min_size=1, max_size=5), st.integers(1, 300), st.integers(3600, 30 * DAY))
@settings(deadline=None)
def test_it_is_a_span_within_the_limits(speeds: list[Speed], hands: int, limit: int) -> None:
    low, high = forecast(hands, len(speeds), speeds, limit)
    assert timedelta() <= low <= high <= timedelta(seconds=hands * limit + 1)


def test_bots_alone_take_no_time() -> None:
    assert forecast(60, 5, [IMMEDIATE] * 5, DAY)[1] == timedelta()


def test_the_slowest_decides() -> None:
    quick = Speed(60, 600, 1200, 2400)
    slow = Speed(5 * HOUR, 10 * HOUR, 20 * HOUR, 23 * HOUR)
    alone = forecast(60, 1, [slow], DAY)
    together = forecast(60, 5, [slow, *[quick] * 4], DAY)
    assert alone[1] <= together[1] <= alone[1] * 1.1
    assert forecast(60, 5, [quick] * 5, DAY)[1] < alone[0]


def test_weekends_off_take_longer() -> None:
    usually = forecast(60, 3, [usual(24)] * 3, DAY)[0]
    off = forecast(60, 3, [usual(24)] * 3, DAY, weekends=False)[0]
    assert off / usually == pytest.approx(7 / 5)


def test_four_of_five_simulated_games_end_as_forecast() -> None:
    """Answers drawn from the quartiles as the forecast takes them."""
    chance = random.Random(4)
    slow = Speed(HOUR, 4 * HOUR, 9 * HOUR, 16 * HOUR)
    speeds = [slow, Speed(600, HOUR, 3 * HOUR, 8 * HOUR), usual(24)]
    low, high = forecast(60, 3, speeds, DAY)
    ends = [sum(max(_drawn(s, chance) for s in speeds) for _ in range(60)) for _ in range(200)]
    inside = [end for end in ends if low.total_seconds() <= end <= high.total_seconds()]
    assert len(inside) >= 160


def _drawn(speed: Speed, chance: random.Random) -> float:
    ends = marks(speed, DAY)
    part = chance.choices(range(5), [25, 25, 25, 20, 5])[0]
    return chance.uniform(ends[part], ends[part + 1])


def test_the_length_of_a_game() -> None:
    assert length(5, 60, {}) == (60, 5.0)
    assert length(3, None, GAMES["rowboat"].lengths) == (220, 1.0)
    assert length(4, None, {}) == (60, 4.0)


def test_a_table_in_a_hurry_is_expected_to_be_quick() -> None:
    assert usual(1).slow < HOUR
    assert usual(24).slow == usual(336).slow
