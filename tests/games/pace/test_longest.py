"""What a table says of its longest course: no game takes longer, whoever is late how often."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.forecast import at_most
from games.pace import HOUR, Pace, Rule, deadline, passed
from tests.sampling import whole

PACES = (
    Pace(1), Pace(24), Pace(72), Pace(7 * 24),
    Pace(12, 48, 96), Pace(36, 240, 240), Pace(1, 1, 1),
)  # fmt: skip
PLACES = (
    ("Europe/Amsterdam", "Europe/Amsterdam", "Europe/Berlin"),
    ("Pacific/Auckland", "Europe/London", "America/Los_Angeles"),
    ("Pacific/Kiritimati", "UTC", "Pacific/Niue"),
)
HANDS = 40
DAYS = 13 if whole() else 91  # from one start to the next


def run_isolated(zones: tuple[str, ...], at: datetime) -> timedelta:
    offsets = [at.astimezone(ZoneInfo(zone)).utcoffset() or timedelta() for zone in zones]
    return max(offsets) - min(offsets)


def lasted(
    pace: Pace, zones: tuple[str, ...], opened: datetime, chance: random.Random
) -> timedelta:
    """A game in which somebody lets each hand run out, and the others take what they like."""
    banks: list[int | None] = [None] * len(zones)
    began = opened
    for _hand in range(HANDS):
        late, ends = chance.randrange(len(zones)), opened
        for seat, zone in enumerate(zones):
            rule = Rule(opened, pace.seconds(banks[seat]), zone, pace.weekends)
            due = deadline(rule)
            answered = due if seat == late else opened + (due - opened) * chance.random() ** 4
            banks[seat] = rule.seconds - int(passed(rule, answered).total_seconds())
            ends = max(ends, answered)
        opened = ends
    return opened - began


@pytest.mark.parametrize("weekends", [True, False])
@pytest.mark.parametrize("zones", PLACES)
@pytest.mark.parametrize("pace", PACES)
def test_no_game_takes_longer(pace: Pace, zones: tuple[str, ...], weekends: bool) -> None:
    pace = Pace(pace.hours, pace.bank, pace.most, weekends)
    chance = random.Random(5)
    for start in range(0, 364, DAYS):
        opened = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(
            days=start, hours=chance.random() * 24
        )
        bound = at_most(HANDS, len(zones), pace, run_isolated(zones, opened))
        assert lasted(pace, zones, opened, chance) <= bound


def test_it_is_not_much_longer_than_the_slowest_game() -> None:
    """Or it would be true and say nothing."""
    amsterdam = ("Europe/Amsterdam",) * 3
    opened = datetime(2026, 1, 5, tzinfo=UTC)
    for weekends in (True, False):
        pace = Pace(24, weekends=weekends)
        slowest = lasted(pace, amsterdam, opened, random.Random(5))
        assert slowest > at_most(HANDS, 3, pace) * 0.9


def test_a_bank_is_used_up_only_once() -> None:
    """Three seats with ten days each, and a day and a half more for each further hand."""
    bound = at_most(60, 3, Pace(36, 240, 240))
    assert bound == timedelta(hours=3 * (240 + 59 * 36)) < timedelta(hours=60 * 240)
    assert at_most(60, 3, Pace(36, 36, 36)) == timedelta(hours=60 * 36)


def test_hours_are_hours() -> None:
    assert at_most(60, 3, Pace(24)) == timedelta(days=60)
    assert timedelta(seconds=HOUR) == at_most(1, 5, Pace(1))
