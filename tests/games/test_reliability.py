"""The public record: the last 200 resolved hands, and a table that asks for a minimum."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games import reliability
from games.forecast import Speed
from games.models import Game, Hand, SeatClock
from games.refusals import Refused
from games.reliability import MIN_HANDS, Habits
from games.services import sweep
from games.services.hands import resolving
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.web.record_words import record_words
from tests.games.making import bid, bid_all, hand_of, people, person, running, table_of, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


def answered(user: User, hands: int, missed: int, seconds: int = 3600) -> None:
    """Gives somebody a record: that many hands, the last so many of them missed."""
    game = running([user, *(person(f"P{user.pk}{n}") for n in range(2))])
    for _ in range(-(-hands // 30)):
        first = game if _ == 0 else running(users_at(game))
        rows = [
            SeatClock(hand=_hand(first, n), seat=first.seats.get(user=user), user=user,
                      deadline=timezone.now(), rule={}, answered_at=timezone.now(),
                      took_seconds=seconds, counted=True)
            for n in range(min(30, hands))
        ]  # fmt: skip
        SeatClock.objects.bulk_create(rows)
    mine = SeatClock.objects.filter(user=user, counted=True).order_by("-id")
    mine.filter(pk__in=[c.pk for c in mine[:missed]]).update(in_time=False)


def _hand(game: Game, number: int) -> Hand:
    hand = hand_of(game)
    hand.pk, hand.number, hand.state = None, 1000 + number, "resolved"
    hand.save()
    return hand


def of(user: User) -> reliability.Habits:
    return reliability.habits([user.pk])[user.pk]


def test_who_is_new_has_no_share() -> None:
    user = person()
    assert (of(user).hands, of(user).share, of(user).speed) == (0, None, None)


def test_shares_and_quartiles() -> None:
    user = person()
    answered(user, 30, missed=3, seconds=7200)
    habits = of(user)
    assert (habits.hands, habits.in_time, habits.share) == (30, 27, 90)
    speed = not_none(habits.speed)
    assert (speed.quick, speed.median, speed.slow) == (7200, 7200, 7200)


def test_the_record_is_said_in_a_sentence() -> None:
    speed = Speed(quick=60, median=7200, slow=90000, late=172800)
    for habits, said in [
        (Habits(MIN_HANDS - 1, MIN_HANDS - 1, speed), "new here: fewer than 10 hands so far"),
        (Habits(200, 195), "97 of 100 hands in time"),
        (Habits(200, 200, speed), "100 of 100 hands in time, half of them within 2 hours"),
        (Habits(200, 195, speed), "97 of 100 hands in time, half of them within 2 hours"),
    ]:
        assert record_words(habits) == said


def test_only_the_last_two_hundred_count() -> None:
    user = person()
    answered(user, 240, missed=0)
    first = SeatClock.objects.filter(user=user, counted=True).order_by("id")[:40]
    SeatClock.objects.filter(pk__in=[c.pk for c in first]).update(in_time=False)
    assert (of(user).hands, of(user).in_time) == (200, 200)


def test_an_open_hand_does_not_count() -> None:
    users, game = table_of(3)
    bid(game, users[0])
    assert of(users[0]).hands == 0
    bid_all_but(game, users)
    assert of(users[0]).hands == 1


def bid_all_but(game: Game, users: list[User]) -> None:
    for user in users[1:]:
        bid(game, user)
    sweep.sweep()


def test_a_table_refuses_who_answers_too_seldom_and_says_why() -> None:
    late, new = person("Joost"), person("Aoife")
    answered(late, 30, missed=6)
    game = tables.make_table(person(), TableSettings(name="Texel", reliable=90))
    with pytest.raises(Refused) as refused:
        tables.join(late, game.code)
    assert refused.value.code == "not_reliable"
    assert "90 of 100" in refused.value.message
    assert "you have 80" in refused.value.message
    assert not game.seats.filter(user=late).exists()
    tables.join(new, game.code)
    with pytest.raises(Refused):
        tables.make_table(late, TableSettings(name="Juist", reliable=90))
    assert tables.make_table(late, TableSettings(name="Juist", reliable=80)).least_share == 80


def test_a_record_is_read_in_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    users = people(3)
    bid_all(running(users))
    with django_assert_num_queries(1):
        reliability.habits([user.pk for user in users])
    with django_assert_num_queries(0):
        assert reliability.habits([]) == {}


def test_misses_are_public_when_the_hand_is_turned() -> None:
    users, game = table_of(3)
    hand = hand_of(game)
    resolving.expire_hand(hand.pk, hand.deadline + timedelta(seconds=1))
    assert {(of(user).hands, of(user).in_time) for user in users} == {(1, 0)}


def test_a_table_that_hides_who_has_answered_does_not_tell_how_long_they_took() -> None:
    users = people(3)
    bid_all(running(users, tells=False))
    assert (of(users[0]).hands, of(users[0]).in_time, of(users[0]).speed) == (1, 1, None)
