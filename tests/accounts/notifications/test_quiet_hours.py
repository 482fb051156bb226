"""What would come in quiet hours: before them, at their end, or as planned when nothing serves."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from accounts.notifications import quiet_hours

HOUR = timedelta(hours=1)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def sleeper(zone: str = "UTC", start: int = 22, end: int = 7) -> User:
    return User(name="Marit", zone=zone, quiet_from=time(start), quiet_to=time(end))


@pytest.mark.parametrize(
    ("planned", "opened", "due", "goes"),
    [
        # outside of the quiet hours: as planned
        (at(10, 12), at(9, 12), at(10, 18), at(10, 12)),
        # before the night, which is in the second half of the wait
        (at(11, 3), at(10, 3), at(11, 9), at(10, 21, 55)),
        # opened late: at the end of the night, when half of what was to be left still is
        (at(11, 5), at(10, 21), at(11, 12), at(11, 7)),
        # no time would be left in the morning, and the evening is possible
        (at(11, 5), at(10, 21), at(11, 8), at(10, 21, 55)),
        # neither: better at night than never
        (at(11, 5), at(10, 23), at(11, 8), at(11, 5)),
    ],
)
def test_a_reminder(planned: datetime, opened: datetime, due: datetime, goes: datetime) -> None:
    assert quiet_hours.moved(sleeper(), planned, opened, due) == goes


def test_what_may_not_go_earlier_waits_for_the_end_of_the_night() -> None:
    assert quiet_hours.moved(sleeper(), at(10, 23), None, at(12, 23)) == at(11, 7)
    assert quiet_hours.moved(sleeper(), at(10, 23)) == at(11, 7)


def test_what_would_lose_half_of_its_time_goes_at_night() -> None:
    assert quiet_hours.moved(sleeper(), at(10, 23), None, at(11, 8)) == at(10, 23)


def test_the_night_is_the_one_of_the_persons_own_zone() -> None:
    tokyo = sleeper("Asia/Tokyo")
    assert quiet_hours.moved(tokyo, at(10, 14)) == at(10, 22)  # 23:00 there, until 07:00
    assert quiet_hours.moved(tokyo, at(10, 23)) == at(10, 23)


def test_a_midday_rest_and_nobody_without_quiet_hours() -> None:
    assert quiet_hours.moved(sleeper(start=12, end=14), at(10, 13)) == at(10, 14)
    assert quiet_hours.moved(User(name="Joost"), at(10, 3)) == at(10, 3)


def test_a_night_in_which_the_clock_is_put_back_ends_when_the_clock_says_so() -> None:
    berlin = sleeper("Europe/Berlin")
    night = datetime(2026, 10, 24, 22, tzinfo=UTC)  # midnight there; at 3:00 it is 2:00 again
    assert quiet_hours.moved(berlin, night) == datetime(2026, 10, 25, 6, tzinfo=UTC)
    spring = datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert quiet_hours.moved(berlin, spring) == datetime(2026, 3, 29, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "start", "end", "moment"),
    [
        # At 3:00 it is 2:00 again; this is 2:10 for the second time.
        ("Europe/Amsterdam", time(22), time(2, 30), datetime(2026, 10, 25, 1, 10, tzinfo=UTC)),
        # Midnight is 1:00 at once, so that there is no 0:30; this is 1:10.
        ("Africa/Cairo", time(0, 30), time(7), datetime(2028, 4, 27, 22, 10, tzinfo=UTC)),
    ],
)
def test_nothing_comes_while_the_clock_shows_quiet_hours(
    zone: str, start: time, end: time, moment: datetime
) -> None:
    sleeping = User(name="Marit", zone=zone, quiet_from=start, quiet_to=end)
    shown = moment.astimezone(ZoneInfo(zone)).time()
    assert shown < end
    assert quiet_hours.moved(sleeping, moment) > moment


def test_the_next_full_hour_of_a_day() -> None:
    user = User(name="Marit", zone="Europe/Amsterdam")
    assert quiet_hours.next_hour(user, 18, at(10, 17)) == at(10, 17)
    assert quiet_hours.next_hour(user, 18, at(10, 17, 1)) == at(11, 17)
