"""Whose time runs out in their quiet hours has until these end, and whatever gives time gives them
some, too."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from unittest.mock import patch

import pytest

from accounts.models import Heartbeat, User
from accounts.operation import database_clock
from games.models import Bid, Game, Seat
from games.services import sweep
from games.services.hands import clocks, outages
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import votes
from tests.accounts.making import staff
from tests.games.making import bid, fresh, hand_of, person, running
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
NIGHT = {"quiet_from": time(22), "quiet_to": time(8)}
MONDAY = datetime(2026, 11, 30, 22, 30, tzinfo=UTC)
MORNING = datetime(2026, 12, 2, 8, tzinfo=UTC)  # when Marit's 24 hours from then on are over
NOON = MORNING + 4 * HOUR


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Everything happens at that moment."""
    with (
        patch.object(database_clock, "now", lambda: moment),
        patch("django.utils.timezone.now", lambda: moment),
    ):
        yield


def opened(**wish: object) -> tuple[list[User], Game]:
    """A hand that opens in Marit's quiet hours, of 24 hours and without weekends."""
    with at(MONDAY):
        users = [person("Marit", **NIGHT), person("Joost", **NIGHT), person("Aoife", **NIGHT)]
        game = running(users, hours=24, **wish)
    assert due(game, users[0]) == MORNING
    return users, game


def due(game: Game, user: User) -> datetime:
    return hand_of(game).clocks.get(user=user).deadline


def paused(users: list[User], game: Game, moment: datetime, until: datetime) -> None:
    with at(moment):
        for user in users:
            votes.vote(user, game.code, "pause")
    assert not_none(fresh(game).paused_at) == moment
    with at(until):
        votes.go_on(users[0], game.code)


@pytest.mark.parametrize("before", [MINUTE, 20 * MINUTE, 8 * HOUR + 50 * MINUTE, 14 * HOUR])
def test_a_pause_takes_nothing_of_what_was_left(before: timedelta) -> None:
    users, game = opened()
    paused(users, game, MORNING - before, NOON)

    left = due(game, users[0]) - NOON
    assert left >= before
    assert left - before < MINUTE or due(game, users[0]).time() == time(8)
    with at(NOON + MINUTE / 2):
        sweep.sweep()
    assert not Bid.objects.exists()


def test_a_pause_gives_no_day_off_twice() -> None:
    """Over on Friday night, so they have the last hours of Friday and those before Monday's day."""
    friday = MONDAY + 3 * 24 * HOUR
    with at(friday):
        users = [person(name, **NIGHT) for name in ("Marit", "Joost", "Aoife")]
        game = running(users, hours=24, weekends=False)
    monday = due(game, users[0])
    paused(users, game, monday - 2 * HOUR, monday + 4 * HOUR)
    assert round((due(game, users[0]) - monday) / HOUR, 1) == 6


def test_a_pause_leaves_a_clock_that_was_over_as_it_is() -> None:
    users, game = opened()
    clock = hand_of(game).clocks.get(user=users[1])
    clock.rule["opened"] = (MONDAY - 24 * HOUR).isoformat()
    clock.deadline = MORNING - 24 * HOUR
    clock.save()
    paused(users, game, MORNING - 8 * HOUR, NOON)
    assert due(game, users[1]) == MORNING - 24 * HOUR


def test_an_outage_gives_its_time() -> None:
    users, game = opened()
    with at(MORNING + MINUTE):
        began = MORNING - 2 * HOUR
        Heartbeat.objects.update_or_create(service="sweep", defaults={"at": began})
        sweep.sweep()

    assert due(game, users[0]) - MORNING >= 2 * HOUR
    assert set(Seat.objects.filter(game=game).values_list("misses", flat=True)) == {0}


def test_an_answer_that_comes_in_an_outage_is_in_time() -> None:
    users, game = opened()
    clock = hand_of(game).clocks.get(user=users[0])
    back = outages._due_once_back(clock, hand_of(game), MORNING - 2 * HOUR, MORNING + HOUR)
    assert back == MORNING + 3 * HOUR


def test_moderators_give_it() -> None:
    users, game = opened()
    with at(MORNING - 12 * HOUR):
        execution.carry_out(staff(), "extend", game.code, CommandInput("asked", hours=3))
    assert due(game, users[0]) == MORNING + 3 * HOUR


def test_a_second_more_is_enough_to_move_it() -> None:
    users, game = opened()
    clock = hand_of(game).clocks.get(user=users[0])
    assert clocks.lengthen(clock, timedelta(seconds=1))
    assert due(game, users[0]) == MORNING + timedelta(seconds=1)


def test_a_player_gives_it() -> None:
    evening = MONDAY - 2.5 * HOUR
    with at(evening):
        users = [person(name, **NIGHT) for name in ("Marit", "Joost", "Aoife")]
        game = running(users, hours=3)
    morning = due(game, users[0])
    with at(evening + 2 * HOUR):
        votes.extend(users[0], game.code, 1)
    assert {due(game, user) - morning for user in users} == {3 * HOUR}


@pytest.mark.parametrize("way", ["an hour more", "a pause"])
def test_a_bank_keeps_none_of_what_it_takes_to_reach_beyond_the_night(way: str) -> None:
    """Twenty of its 24 hours have run before the evening, and one more at most was given."""
    users, game = opened(bank=24, most=48)
    evening = MONDAY + 20 * HOUR
    if way == "a pause":
        paused(users, game, evening, evening + 2 * HOUR)
    else:
        with at(evening):
            execution.carry_out(staff(), "extend", game.code, CommandInput("asked", hours=1))
        assert due(game, users[0]) == MORNING + HOUR
    with at(evening + 2 * HOUR):
        bid(game, users[0])
    left = not_none(game.seats.get(user=users[0]).bank_seconds) / 3600
    assert left == pytest.approx({"an hour more": 3, "a pause": 4}[way], abs=0.01)
