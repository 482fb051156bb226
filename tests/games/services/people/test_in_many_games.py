"""Somebody in many games: what changes all of them takes as many statements as for a few.

Meanwhile, all of these games are locked, and an answer of anybody else there waits.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Notice, User
from accounts.operation import database_clock
from accounts.people import vacations
from games import pace
from games.models import Game, Hand, Invitation, Report, Seat, SeatClock
from games.services.hands import clocks
from games.services.lobby import tables
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.notifications import reminders
from games.services.people import erasure
from games.services.people import vacations as away
from games.services.seats import unreachable
from tests.accounts.making import staff
from tests.games.making import person
from tests.module_fixtures import kept
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
FEW, MANY = 5, 50
HOUR = timedelta(hours=1)


@pytest.fixture(scope="module")
def both(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[User, User]]:
    yield from kept(django_db_blocker, lambda: (plays("Joost", FEW), plays("Marit", MANY)))


def plays(name: str, games: int) -> User:
    """Somebody who is asked at so many tables."""
    user = person(name)
    for _each in range(games):
        game = tables.play_now(user, bots=2)
        Report.objects.create(game=game, kind=Report.Kind.OTHER, text=f"{name} is rude.")
        invited = {"email": f"{name.lower()}@example.org", "accepted_by": user, "sent_by": user}
        game.invitations.create(expires_at=database_clock.now(), **invited)
    return user


def a_week(user: User) -> None:
    today = vacations.today(user)
    away.book(user, today, today + timedelta(days=6))


def a_week_less(user: User) -> None:
    """Cancels days that no deadline depends on, and are in the rules."""
    later = vacations.today(user) + timedelta(days=100)
    away.cancel(user, away.book(user, later, later).pk)


def longer(user: User) -> None:
    hours = CommandInput("outage", hours=30)
    execution.carry_out(User.objects.get(name="Ida"), "extend_person", str(user.pk), hours)


def statements(job: Callable[[User], object], user: User) -> int:
    database_clock.now()  # is asked for every ten seconds
    with CaptureQueriesContext(connection) as seen:
        job(user)
    return len(seen)


@pytest.mark.parametrize(
    "job", [a_week, a_week_less, unreachable.pause, longer, clocks.remind_otherwise]
)
def test_many_games_take_as_many_statements_as_few(
    both: tuple[User, User], job: Callable[[User], object]
) -> None:
    staff("Ida", "chief")
    few, many = (statements(job, user) for user in both)
    assert few == many


@pytest.mark.parametrize("job", [a_week, unreachable.pause, longer])
def test_each_clock_moves_with_its_hand_its_letters_and_its_reminder(
    both: tuple[User, User], job: Callable[[User], object]
) -> None:
    staff("Ida", "chief")
    _joost, marit = both
    # No two alike: by when they were opened, whether they remind, and by an earlier deadline.
    for number, clock in enumerate(SeatClock.objects.filter(user=marit).order_by("pk")):
        rule = pace.rule_of(clock.rule).with_more(number * 60)
        clock.deadline, clock.rule = pace.deadline(rule), rule.as_json()
        clock.remind_at = reminders.moment(marit, rule, clock.deadline) if number % 3 else None
        clock.save()
        Hand.objects.filter(pk=clock.hand_id).update(deadline=clock.deadline + number % 2 * HOUR)
    late = Notice.objects.filter(recipient=marit, kind="your_move").order_by("pk")[:2]
    Notice.objects.filter(pk__in=late).update(state="dropped", reason="late")
    before = {clock.pk: clock for clock in SeatClock.objects.filter(user=marit)}
    joosts = list(SeatClock.objects.filter(user__name="Joost").order_by("pk").values())
    job(marit)

    moved = list(SeatClock.objects.filter(user=marit).select_related("hand", "user"))
    assert len(moved) == MANY
    for clock in moved:
        earlier = before[clock.pk]
        assert clock.deadline == pace.deadline(pace.rule_of(clock.rule)) > earlier.deadline
        assert clock.rule != earlier.rule
        assert clock.moves == 1
        assert clock.moved_at is not None
        assert clock.hand.deadline == clock.deadline
        if earlier.remind_at is None:
            assert clock.remind_at is None
        else:
            assert clock.remind_at == reminders.moment_of(clock) > earlier.remind_at
        asking = Notice.objects.get(recipient=marit, event=f"hand:{clock.hand_id}:your_move")
        assert (asking.state, asking.reason, asking.drop_after) == ("queued", "", clock.deadline)
    assert list(SeatClock.objects.filter(user__name="Joost").order_by("pk").values()) == joosts


def test_whoever_wishes_other_reminders_gets_them_in_each_game(both: tuple[User, User]) -> None:
    _joost, marit = both
    User.objects.filter(pk=marit.pk).update(remind_hours=3)
    clocks.remind_otherwise(marit)
    for clock in SeatClock.objects.filter(user=marit).select_related("user"):
        assert clock.remind_at == reminders.moment_of(clock)
        assert clock.deadline - 4 * HOUR < clock.remind_at <= clock.deadline - 3 * HOUR


def while_they_are_erased(user: User) -> int:
    """How many statements there are from the moment that this person's games are all locked."""
    database_clock.now()
    with CaptureQueriesContext(connection) as seen:
        erasure.forget(user)
    sql = [query["sql"] for query in seen]
    last = [at for at, each in enumerate(sql) if "FOR NO KEY UPDATE" in each and " IN (" in each]
    return len(sql) - last[-1]


def test_many_games_are_locked_for_as_many_statements_as_few_for_an_erasure(
    both: tuple[User, User],
) -> None:
    few, many = (while_they_are_erased(user) for user in both)
    assert few == many
    seats = Seat.objects.filter(user__in=[user.pk for user in both])
    assert set(seats.values_list("absence", flat=True)) == {Seat.Absence.OFFERED}
    assert not Game.objects.filter(name__contains="Marit").exists()
    assert not Report.objects.filter(text__contains="Marit").exists()
    assert not Invitation.objects.exclude(email__endswith=erasure.NOWHERE).exists()
    for game in Game.objects.filter(seats__in=seats):
        assert not_none(game.start)["players"].count(None) == 1
