"""Vacations booked at the same instant, by real threads on PostgreSQL: counted one by one."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts.people import vacations
from accounts.refusals import Refused
from games.services import wake_workers
from games.services.people import vacations as away
from tests.games.making import hand_of, people, person, running
from tests.games.services.hands.test_last_bids_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def no_nudges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake_workers, "_publish", lambda *_args: None)


def test_thirty_days_a_year_hold_however_many_ask_at_once() -> None:
    """Four times twelve days of the same year, none of them twice: two fit in."""
    user, year = person(), timezone.now().year + 1
    firsts = [date(year, month, 1) for month in (2, 4, 6, 8)]
    came = at_once(
        *(lambda first=first: away.book(user, first, first + 11 * DAY) for first in firsts)
    )

    refused = [each for each in came if isinstance(each, Refused)]
    assert [each.code for each in refused] == ["vacation_too_long"] * 2
    assert [each.hint for each in refused] == [{"year": year, "left": 6}] * 2
    assert vacations.taken(user, year) == 24
    assert user.vacations.count() == 2


def test_the_same_days_are_booked_once() -> None:
    user, year = person(), timezone.now().year + 1
    days = date(year, 5, 1), date(year, 5, 20)
    came = at_once(*(lambda: away.book(user, *days) for _twice in range(2)))

    assert [each.code for each in came if isinstance(each, Refused)] == ["vacation_twice"]
    assert vacations.taken(user, year) == 20


def test_two_who_leave_the_same_two_tables_do_not_wait_for_each_other() -> None:
    users = people(3)
    games = [running(users), running(users[::-1])]
    today = vacations.today(users[0])
    came = at_once(*(lambda user=user: away.book(user, today, today + DAY) for user in users[:2]))

    assert not [each for each in came if isinstance(each, Exception)]
    for game in games:
        ends = dict(hand_of(game).clocks.values_list("user_id", "deadline"))
        assert min(ends[user.pk] for user in users[:2]) > ends[users[2].pk] + DAY
