"""How long a game will take, from how quickly its people answer.  Pure: the standard library only.

A hand lasts as long as the slowest of those whom it asks.  Each person's answer times are known
by their quartiles; between them they count as spread evenly.  From that follow mean and spread of
one hand, and of all of them together; on top comes what no habit tells, a sixth of the whole.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

HOUR = 3600.0
STEPS = 96  # of the scale on which a hand is added up
SURE = 1.28  # standard deviations to each side: four games of five end between them
UNKNOWN = 1 / 6
WEEK = 7 / 5  # where weekends do not count
# Hands of a game, and how many seats a hand asks on average, as bots play it.
USUAL = {
    ("rowboat", 2): (130, 1.0),
    ("rowboat", 3): (220, 1.0),
    ("rowboat", 4): (270, 1.1),
    ("turning-tides", 2): (42, 1.5),
}


@dataclass(frozen=True)
class Speed:
    """A person's answer times: a quarter, half and three quarters come within these seconds."""

    quick: float
    median: float
    slow: float


AT_ONCE = Speed(0, 0, 0)


def usual(hours: int) -> Speed:
    """Of somebody of whom nothing is known: some hours, or less at a table in a hurry."""
    return Speed(min(HOUR, hours * 300), min(5 * HOUR, hours * 1200), min(14 * HOUR, hours * 2400))


def length(slug: str, seats: int, most: int | None) -> tuple[int, float]:
    """How many hands to expect, and how many seats each asks; `most`: where rules fix a number."""
    if most is not None:
        return most, float(seats)
    return USUAL.get((slug, seats), (60, float(seats)))


def forecast(
    hands: int, asked: float, speeds: Sequence[Speed], limit: int, *, weekends: bool = True
) -> tuple[timedelta, timedelta]:
    """Between which two spans the game will probably last.

    `speeds` of all seats, of which a hand asks `asked` on average; nobody takes longer than
    `limit` seconds, since then it is played for them.
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
    """Mean and standard deviation of a hand; `share` of the seats are asked."""
    first = second = 0.0
    for start, end in pairwise(limit * (step / STEPS) ** 2 for step in range(STEPS + 1)):
        middle = (start + end) / 2
        over = 1 - math.prod(_answered(speed, middle, limit) for speed in speeds) ** share
        first += over * (end - start)
        second += 2 * middle * over * (end - start)
    return first, math.sqrt(max(0.0, second - first * first))


def _answered(speed: Speed, seconds: float, limit: int) -> float:
    """The share of answers that have come by then."""
    marks = (0.0, speed.quick, speed.median, speed.slow, float(max(limit, speed.slow)))
    for quarter, (start, end) in enumerate(pairwise(marks)):
        if seconds < end:
            return (quarter + (seconds - start) / (end - start)) / 4
    return 1.0
