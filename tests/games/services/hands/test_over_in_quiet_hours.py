"""Whose time runs out in their quiet hours has until these end, and whatever gives time gives them
some, too."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from unittest.mock import patch

import pytest

from accounts.models import Heartbeat, User
from accounts.operation import database_clock
from games.models import Game, Seat
from games.services import sweep
from games.services.hands import clocks, outages
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.making import hand_of, person, running

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
NIGHT = {"quiet_from": time(22), "quiet_to": time(8)}
MONDAY = datetime(2026, 11, 30, 22, 30, tzinfo=UTC)
MORNING = datetime(2026, 12, 2, 8, tzinfo=UTC)  # when Marit's 24 hours from then on are over


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
