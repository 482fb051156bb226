"""Years of clock changes in many zones: no deadline in a gap, none shortened."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.pace import Rule, deadline, passed
from tests.sampling import whole

ZONES = (
    "Africa/Cairo", "Africa/Casablanca", "Africa/El_Aaiun", "America/Adak", "America/Anchorage",
    "America/Asuncion", "America/Chicago", "America/Denver", "America/Godthab", "America/Halifax",
    "America/Havana", "America/Los_Angeles", "America/Miquelon", "America/New_York",
    "America/Port-au-Prince", "America/Santiago", "America/Scoresbysund", "America/St_Johns",
    "America/Tijuana", "America/Toronto", "America/Winnipeg", "Antarctica/Macquarie",
    "Antarctica/Troll", "Asia/Beirut", "Asia/Famagusta", "Asia/Gaza", "Asia/Jerusalem",
    "Asia/Nicosia", "Atlantic/Azores", "Atlantic/Bermuda", "Atlantic/Madeira",
    "Australia/Adelaide", "Australia/Hobart", "Australia/Lord_Howe", "Australia/Melbourne",
    "Australia/Sydney", "Europe/Amsterdam", "Europe/Athens", "Europe/Chisinau", "Europe/Dublin",
    "Europe/Kyiv", "Europe/Lisbon", "Europe/London", "Pacific/Auckland", "Pacific/Chatham",
    "Pacific/Easter", "Pacific/Norfolk",
)  # fmt: skip
YEARS = range(2025, 2035 if whole() else 2029)
HOUR = timedelta(hours=1)


def changes(zone: ZoneInfo) -> Iterator[datetime]:
    """The first full quarter of an hour (UTC) behind each change of the clocks."""
    at, end = datetime(YEARS[0], 1, 1, tzinfo=UTC), datetime(YEARS[-1] + 1, 1, 1, tzinfo=UTC)
    while at < end:
        following = at + timedelta(days=1)
        if offset(at, zone) != offset(following, zone):
            quarter = at
            while offset(quarter, zone) == offset(at, zone):
                quarter += timedelta(minutes=15)
            yield quarter
        at = following


def offset(at: datetime, zone: ZoneInfo) -> timedelta | None:
    return at.astimezone(zone).utcoffset()


def is_shown(at: datetime, zone: ZoneInfo) -> bool:
    """Whether the clock there shows this moment: what it shows leads back to it."""
    local = at.astimezone(zone)
    return local.replace(tzinfo=zone).astimezone(UTC) == at


def around(change: datetime, zone: str) -> Iterator[Rule]:
    """Hands opened before a change that end before, in and behind it, with every kind of rule."""
    local = change.astimezone(ZoneInfo(zone))
    near = [(local.replace(tzinfo=None) + HOUR * n / 2).time() for n in (-1, 0, 1)]
    for before, hours in ((1, 1), (2, 2), (24, 24), (26, 24), (30, 36), (60, 72)):
        opened = change - HOUR * before
        for end in near:
            quiet = (time((end.hour + 15) % 24, end.minute), end)
            for weekends in (True, False):
                yield Rule(opened, hours * 3600, zone, weekends, quiet)
        day = local.date()
        yield Rule(opened, hours * 3600, zone, away=((day, day),))
        yield Rule(opened, hours * 3600, zone)


@pytest.mark.parametrize("zone", ZONES)
def test_no_deadline_in_a_gap_and_none_shortened(zone: str) -> None:
    found = list(changes(ZoneInfo(zone)))
    for rule in (rule for change in found for rule in around(change, zone)):
        at = deadline(rule)
        assert is_shown(at, ZoneInfo(zone)), rule
        assert at - rule.opened >= timedelta(seconds=rule.seconds), rule
        assert passed(rule, at) == timedelta(seconds=rule.seconds), rule


def test_there_is_something_to_test() -> None:
    assert len(ZONES) >= 40
    changing = {zone for zone in ZONES if any(changes(ZoneInfo(zone)))}
    assert len(changing) >= 40
