"""When the time runs out: plain time, weekends, quiet hours, vacation, and all of them at once."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.pace import Pace, Rule, UnknownZone, deadline, instant, passed, rule_of, still_until

AMSTERDAM = "Europe/Amsterdam"
NIGHT = (time(22), time(7))
DAY = 24 * 3600


def at(text: str) -> datetime:
    """A moment given by the clock of Amsterdam in winter."""
    return datetime.fromisoformat(f"2026-{text}:00+01:00").astimezone(UTC)


def rule(opened: str, seconds: int = DAY, **more: Any) -> Rule:
    return Rule(at(opened), seconds, AMSTERDAM, **more)


def days(first: str, last: str) -> tuple[date, date]:
    return date.fromisoformat(f"2026-{first}"), date.fromisoformat(f"2026-{last}")


def test_plain_time_is_real_time() -> None:
    assert deadline(rule("11-20T18:00")) == at("11-21T18:00")


def test_a_weekend_off_stops_the_clock_from_midnight_to_midnight() -> None:
    friday = rule("11-20T18:00", weekends=False)
    assert deadline(friday) == at("11-23T18:00")
    assert still_until(friday, at("11-21T12:00")) == at("11-23T00:00")
    assert still_until(friday, at("11-20T23:59")) is None


def test_what_ends_with_friday_ends_on_monday_morning() -> None:
    assert deadline(rule("11-20T18:00", 6 * 3600, weekends=False)) == at("11-23T00:00")


def test_a_hand_that_opens_on_a_weekend_off_begins_on_monday() -> None:
    assert deadline(rule("11-21T12:00", weekends=False)) == at("11-24T00:00")


@pytest.mark.parametrize(
    ("opened", "ends"),
    [
        ("11-17T21:59", "11-18T21:59"),
        ("11-17T22:00", "11-19T07:00"),
        ("11-18T03:00", "11-19T07:00"),
        ("11-18T06:59", "11-19T07:00"),
        ("11-18T07:00", "11-19T07:00"),
    ],
)
def test_quiet_hours_over_midnight(opened: str, ends: str) -> None:
    assert deadline(rule(opened, quiet=NIGHT)) == at(ends)


def test_quiet_hours_within_a_day() -> None:
    siesta = (time(13), time(15, 30))
    assert deadline(rule("11-18T14:00", quiet=siesta)) == at("11-19T15:30")
    assert deadline(rule("11-18T12:59", quiet=siesta)) == at("11-19T12:59")


def test_vacation_days_stop_the_clock() -> None:
    away = rule("11-18T18:00", away=(days("11-19", "11-25"),))
    assert deadline(away) == at("11-26T18:00")
    assert still_until(away, at("11-20T12:00")) == at("11-26T00:00")


def test_vacation_weekend_and_quiet_hours_overlap() -> None:
    """Friday in quiet hours → a weekend off → two days of vacation → quiet hours again."""
    all_of_them = rule("11-19T23:00", weekends=False, quiet=NIGHT, away=(days("11-23", "11-24"),))
    assert deadline(all_of_them) == at("11-25T07:00")
    assert still_until(all_of_them, at("11-21T12:00")) == at("11-25T00:00")


def test_two_vacations_that_touch_are_one() -> None:
    twice = rule("11-18T18:00", away=(days("11-19", "11-20"), days("11-21", "11-22")))
    assert deadline(twice) == at("11-23T18:00")


def test_a_year_ends_and_a_leap_day_comes() -> None:
    silvester = Rule(datetime(2027, 12, 31, 20, tzinfo=UTC), DAY, "UTC", quiet=(time(19), time(9)))
    assert deadline(silvester) == datetime(2028, 1, 2, 9, tzinfo=UTC)
    february = (date(2028, 2, 28), date(2028, 2, 29))
    leap = Rule(datetime(2028, 2, 27, 12, tzinfo=UTC), DAY, "UTC", away=(february,))
    assert deadline(leap) == datetime(2028, 3, 1, 12, tzinfo=UTC)


def test_the_day_that_samoa_skipped() -> None:
    """Apia went from 29 to 31 December 2011: the day off that never was takes no time."""
    opened = datetime(2011, 12, 29, 22, tzinfo=UTC)
    plain = Rule(opened, DAY, "Pacific/Apia")
    skipped = Rule(opened, DAY, "Pacific/Apia", away=((date(2011, 12, 30),) * 2,))
    assert deadline(plain) == deadline(skipped) == opened + timedelta(days=1)


@pytest.mark.parametrize("zone", ["America/Havana", "Atlantic/Azores"])
def test_a_day_begins_with_the_first_of_two_midnights(zone: str) -> None:
    """There the clock goes back from one o'clock to midnight, so that day has 25 hours."""
    there = ZoneInfo(zone)
    day = date(2026, 11, 1) if zone == "America/Havana" else date(2026, 10, 25)
    first = datetime.combine(day, time(), there).astimezone(UTC)
    assert first + timedelta(hours=1) == instant(day, time(), there)

    opened = first - timedelta(hours=1)
    on = Rule(opened, 2 * 3600, zone, away=((day, day),))
    assert deadline(on) == first + timedelta(hours=25 + 1)
    before = Rule(opened, 2 * 3600, zone, away=((day - timedelta(days=1),) * 2,))
    assert still_until(before, opened) == first
    assert deadline(before) == first + timedelta(hours=2)


def test_time_passes_only_while_the_clock_runs() -> None:
    friday = rule("11-20T18:00", 3 * DAY, weekends=False)
    assert passed(friday, at("11-20T20:00")) == timedelta(hours=2)
    assert passed(friday, at("11-22T12:00")) == timedelta(hours=6)
    assert passed(friday, at("11-23T01:00")) == timedelta(hours=7)
    assert passed(friday, at("12-31T01:00")) == timedelta(days=3)
    assert passed(friday, at("11-19T01:00")) == timedelta()


def test_a_rule_is_read_as_it_was_written() -> None:
    full = rule("11-20T18:00", weekends=False, quiet=NIGHT, away=(days("11-23", "11-24"),))
    assert rule_of(full.as_json()) == full
    assert rule_of(rule("11-20T18:00").as_json()) == rule("11-20T18:00")
    assert full.without_away(days("11-23", "11-24")).with_away(days("11-23", "11-24")) == full


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "Europe", "\0"])
def test_a_zone_that_there_is_not(zone: str) -> None:
    with pytest.raises(UnknownZone):
        deadline(Rule(at("11-20T18:00"), DAY, zone))


@pytest.mark.parametrize(
    ("pace", "sound"),
    [
        (Pace(1), True), (Pace(14 * 24), True), (Pace(36, 240, 240), True),
        (Pace(0), False), (Pace(-1), False), (Pace(14 * 24 + 1), False),
        (Pace(24, 0, 24), False), (Pace(24, -1, 24), False), (Pace(24, 240, 0), False),
        (Pace(24, 240, 239), False), (Pace(48, 24, 24), False), (Pace(24, 240, 60 * 24), True),
        (Pace(24, 240, 60 * 24 + 1), False),
    ],
)  # fmt: skip
def test_what_a_table_may_promise(pace: Pace, sound: bool) -> None:
    assert pace.is_sound() is sound


def test_a_bank_grows_by_the_hand_up_to_its_cap() -> None:
    bank = Pace(hours=36, bank=240, most=240)
    assert bank.seconds(None) == 240 * 3600
    assert bank.seconds(0) == 36 * 3600
    assert bank.seconds(100 * 3600) == 136 * 3600
    assert bank.seconds(239 * 3600) == 240 * 3600
    assert Pace(24).seconds(None) == Pace(24).seconds(5) == DAY
