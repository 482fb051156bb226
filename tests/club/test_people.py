"""Made-up people look in according to their habits, the same in every run."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from tests.club.people import Person, made_up

START = datetime(2027, 2, 15, 9, tzinfo=UTC)
WEEKS = START + timedelta(weeks=8)  # across the start of daylight saving time


def looks(person: Person) -> list[datetime]:
    return list(takewhile(lambda at: at < WEEKS, person.looks_from(START)))


def test_the_same_seed_gives_the_same_people_at_the_same_moments() -> None:
    one, two, other = made_up(20, "a", START), made_up(20, "a", START), made_up(20, "b", START)
    assert one == two != other
    assert [looks(person) for person in one] == [looks(person) for person in two]


def test_looks_come_in_order_at_hours_that_suit_the_person() -> None:
    for person in made_up(40, "hours", START):
        moments = looks(person)
        assert moments == sorted(moments)
        local = [at.astimezone(ZoneInfo(person.zone)) for at in moments]
        asleep = Counter(at.hour // 2 for at in local)
        assert person.rhythm == "nights" or asleep[1] + asleep[2] <= len(moments) / 5


def test_nobody_looks_in_who_is_away() -> None:
    crowd = [person for person in made_up(60, "away", START) if person.away or person.gone]
    assert len(crowd) > 20
    for person in crowd:
        days = {at.astimezone(ZoneInfo(person.zone)).date() for at in looks(person)}
        assert days
        assert not any(person.is_off(day) for day in days)
