"""Where a table hides who has answered and waits a while before it turns a hand, nobody can tell
one in which all answers are in from one that still waits for somebody."""

from datetime import timedelta
from pathlib import Path

import pytest

from accounts.models import User
from accounts.people import vacations
from games.mail.inbound import process
from games.models import Game, Hand, LogEntry, SeatClock
from games.refusals import Refused
from games.services import sweep
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.people import vacations as away
from games.services.seats import votes
from tests.accounts.making import staff
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import members, started
from tests.games.making import bid, hand_of, legal
from tests.games.services.hands.test_outages import HOUR, deadlines, down, moved, opened
from tests.games.services.test_moving import run

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("answered", [2, 3])]
DAY = timedelta(days=1)


def table(answered: int) -> tuple[list[User], Game]:
    """So many of three have answered. If it is all, the hand is turned at its deadline."""
    users = members(3)
    game = started(users, hours=24, tells=False, delay=60)
    for user in users[:answered]:
        bid(game, user)
    hand = hand_of(game)
    assert hand.state == (Hand.State.READY if answered == 3 else Hand.State.OPEN)
    if answered == 3:
        Hand.objects.filter(pk=hand.pk).update(resolve_after=hand.deadline)
    return users, game


def test_players_give_everybody_more_time(answered: int) -> None:
    users, game = table(answered)
    assert moved(game, lambda: votes.extend(users[0], game.code, 1)) == [24] * 3


def test_moderators_give_everybody_more_time(answered: int) -> None:
    _users, game = table(answered)
    given = CommandInput("asked", hours=12)
    assert moved(game, lambda: execution.carry_out(staff(), "extend", game.code, given)) == [12] * 3
    assert hand_of(game).deadline == deadlines(game)[0]


def test_moderators_give_one_person_more_time(answered: int) -> None:
    users, _game = table(answered)
    given = CommandInput("asked", hours=12)
    done = execution.carry_out(staff(), "extend_person", str(users[0].pk), given)
    assert done.entry.facts["games"] == 1


def test_a_vacation_moves_a_deadline_and_then_stays_booked(answered: int) -> None:
    users, game = table(answered)
    today = vacations.today(users[0])
    booked = away.book(users[0], today + DAY, today + 2 * DAY)
    assert deadlines(game)[0] > deadlines(game)[1]
    with pytest.raises(Refused, match="vacation_counted"):
        away.cancel(users[0], booked.pk)


def test_the_time_of_an_outage_is_given_back(answered: int) -> None:
    _users, game = table(answered)
    opened(game, 23)
    down(3)
    assert moved(game, sweep.sweep) == [3] * 3
    assert LogEntry.objects.filter(kind="outage").exists()


def test_the_time_of_an_outage_is_given_back_before_it_goes_to_another_server(
    answered: int, tmp_path: Path
) -> None:
    _users, game = table(answered)
    opened(game, 23)
    down(3)
    assert moved(game, lambda: run("export_game", game.code, tmp_path / "a.game")) == [3] * 3


def test_a_change_by_mail_after_ones_own_time_is_late(answered: int) -> None:
    users, game = table(answered)
    SeatClock.objects.filter(user=users[0]).update(deadline=hand_of(game).opened_at - HOUR)
    mail = arrive(game, users[0], a_reply(users[0], legal(game, 0)[5]))
    process.read_all()
    mail.refresh_from_db()
    assert mail.outcome == "late"
