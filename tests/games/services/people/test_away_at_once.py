"""Vacations booked at the same instant, by real threads on PostgreSQL: counted one by one."""

from datetime import date, timedelta
from threading import Event

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people import vacations
from accounts.refusals import Refused
from games import game_secrets, pace
from games.services.hands import resolving
from games.services.people import vacations as away
from tests.games.making import bid, fresh, hand_of, people, person, running
from tests.games.services.sitting import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]
DAY = timedelta(days=1)


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


def test_a_hand_that_is_just_being_opened_counts_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its vacations were read before the booking, which then waits for the game."""
    users = people(3)
    game, today = running(users), vacations.today(users[0])
    for user in users:
        bid(game, user)
    opened, waits, lock = Event(), Event(), game_secrets.lock_games_of

    def lock_later(user: User) -> None:
        waits.set()
        lock(user)

    def open_slowly() -> None:
        with transaction.atomic():
            assert resolving.resolve_hand(hand_of(game).pk)
            opened.set()
            assert waits.wait(10)

    def book() -> None:
        assert opened.wait(10)
        away.book(users[0], today, today + DAY)

    monkeypatch.setattr(game_secrets, "lock_games_of", lock_later)
    came = at_once(open_slowly, book)

    assert not [each for each in came if isinstance(each, Exception)]
    clock = hand_of(fresh(game)).clocks.get(user=users[0])
    assert (today, today + DAY) in pace.rule_of(clock.rule).away
