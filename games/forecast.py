"""How long a game will take, from how quickly its players answer. Pure: the standard library only.

A hand lasts as long as the slowest of those it asks. A person's answer times are known by their
quartiles and their 95th percentile, and count as evenly spread in between. From that follow mean
and spread of one hand and of all hands together; a sixth of the whole is added for what no habit
predicts.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from games.pace import Pace

HOUR = 3600.0
STEPS = 96  # of the numerical integration
SURE = 1.28  # standard deviations to each side: 80 % of the games end in between
UNKNOWN = 1 / 6
WEEK = 7 / 5  # where weekends do not count
WORKING, WEEKEND = timedelta(days=5), timedelta(days=2)
CHANGES = timedelta(hours=2)  # by which the difference of two zones may grow within a year


@dataclass(frozen=True)
class Speed:
    """A person's answer times: 25, 50, 75 and 95 % of the answers come within these seconds."""

    quick: float
    median: float
    slow: float
    late: float


IMMEDIATE = Speed(0, 0, 0, 0)
SHARES = (0.0, 0.25, 0.5, 0.75, 0.95, 1.0)


def usual(hours: int) -> Speed:
    """For somebody about whom nothing is known: some hours, or less at a fast table."""
    bounds = ((1, 300), (5, 1200), (14, 2400), (24, 3400))
    return Speed(*(min(most * HOUR, hours * share) for most, share in bounds))


def length(
    seats: int, most: int | None, lengths: Mapping[int, tuple[int, float]]
) -> tuple[int, float]:
    """How many hands to expect, and how many seats each asks. `most`: the number fixed by the
    rules."""
    if most is not None:
        return most, float(seats)
    return lengths.get(seats, (60, float(seats)))


def at_most(hands: int, seats: int, pace: Pace, apart: timedelta = timedelta()) -> timedelta:
    """An upper limit for a game of that many hands, quiet hours and vacations aside.

    With a bank, each seat may use up its own while the others are quick. Weekends off last from
    the first seat's midnight to the last one's; `apart` is how far apart their time zones are.
    """
    each = pace.most if pace.bank else pace.hours
    hours = hands * each
    if pace.bank:
        hours = min(hours, seats * (pace.bank + (hands - 1) * pace.hours))
    running = timedelta(hours=hours)
    if pace.weekends:
        return running
    off = apart + CHANGES
    return running + (running // (WORKING - off) + 1) * (WEEKEND + off)


def forecast(
    hands: int, asked: float, speeds: Sequence[Speed], limit: int, *, weekends: bool = True
) -> tuple[timedelta, timedelta]:
    """The shortest and longest time that the game will probably take.

    `speeds` of all seats, of which a hand asks `asked` on average. Nobody takes longer than
    `limit` seconds, because then their fallback is played.
    """
    mean, spread = _slowest(speeds, asked / max(1, len(speeds)), limit)
    whole = mean * hands
    off = SURE * math.hypot(spread * math.sqrt(hands), whole * UNKNOWN)
    scale = 1.0 if weekends else WEEK
    return (
        timedelta(seconds=max(0.0, whole - off) * scale),
        timedelta(seconds=min(whole + off, float(hands * limit)) * scale),
    )


def _slowest(speeds: Sequence[Speed], share: float, limit: int) -> tuple[float, float]:
    """Mean and standard deviation (seconds) of a hand that asks this `share` of the seats."""
    first = second = 0.0
    for start, end in pairwise(limit * (step / STEPS) ** 2 for step in range(STEPS + 1)):
        middle = (start + end) / 2
        over = 1 - math.prod(_answered(speed, middle, limit) for speed in speeds) ** share
        first += over * (end - start)
        second += 2 * middle * over * (end - start)
    return first, math.sqrt(max(0.0, second - first * first))


def _answered(speed: Speed, seconds: float, limit: int) -> float:
    """The share of answers given by then."""
    parts = zip(pairwise(marks(speed, limit)), pairwise(SHARES), strict=True)
    for (start, end), (low, high) in parts:
        if seconds < end:
            return low + (high - low) * (seconds - start) / (end - start)
    return 1.0


def marks(speed: Speed, limit: int) -> tuple[float, ...]:
    """The seconds within which each of `SHARES` has come; the last one is twice the one before, at
    most the limit."""
    known = (0.0, speed.quick, speed.median, speed.slow, speed.late)
    return (*known, max(speed.late, min(2 * speed.late, float(limit))))
