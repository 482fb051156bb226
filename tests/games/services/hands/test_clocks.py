"""Each seat has its own deadline; one runs out while another has time; a bank is charged."""

from datetime import UTC, date, datetime, time, timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import User, Vacation
from games import pace
from games.mail.inbound import process
from games.models import Bid, Game, Hand, Seat, SeatClock
from games.services import sweep
from games.services.hands import clocks, resolving
from games.services.lobby import tables
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import absence, votes
from tests.accounts.making import staff
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import members, started
from tests.games.making import (
    bid,
    fresh,
    hand_of,
    legal,
    people,
    person,
    running,
    table_of,
    user_at,
)
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def clock_of(game: Game, user: User) -> SeatClock:
    return hand_of(game).clocks.get(user=user)


def run_out(game: Game, user: User) -> None:
    """This seat's time is over, and nobody else's."""
    hand_of(game).clocks.filter(user=user).update(deadline=timezone.now() - HOUR / 60)


def began(game: Game, ago: timedelta) -> None:
    """Lets the open hand have been opened so long ago."""
    hand = hand_of(game)
    hand.opened_at -= ago
    hand.save()
    for clock in hand.clocks.all():
        clock.rule["opened"] = hand.opened_at.isoformat()
        clock.save()


def test_everybody_has_a_deadline_in_their_own_zone() -> None:
    quiet = {"quiet_from": time(0), "quiet_to": time(11, 59)}
    users = [person("Marit"), person("Joost", zone="Pacific/Auckland", **quiet), person("Aoife")]
    game = running(users)
    marit, joost, aoife = (clock_of(game, user) for user in users)

    assert marit.deadline == aoife.deadline == hand_of(game).opened_at + 24 * HOUR
    assert joost.deadline == pace.deadline(pace.rule_of(joost.rule)) >= marit.deadline
    assert pace.rule_of(joost.rule).zone == "Pacific/Auckland"
    assert hand_of(game).deadline == max(marit.deadline, joost.deadline)


def test_the_last_day_of_a_vacation_lasts_until_midnight_where_one_lives() -> None:
    users, game = table_of(3, hours=24)
    User.objects.filter(pk=users[0].pk).update(zone="Pacific/Honolulu")  # ten hours behind UTC
    Vacation.objects.create(user=users[0], first=date(2027, 1, 1), last=date(2027, 1, 1))
    opened = datetime(2027, 1, 2, 5, tzinfo=UTC)
    hand = Hand(game=game, opened_at=opened, deadline=opened)
    seats = game.seats.select_related("user").filter(index=0)
    (clock,) = clocks.started(game, hand, seats)
    assert clock.deadline == datetime(2027, 1, 3, 10, tzinfo=UTC)


def test_one_seat_runs_out_while_the_others_have_time() -> None:
    users, game = table_of(3)
    bid(game, users[0])
    run_out(game, users[1])

    assert sweep.sweep() == 1
    hand = hand_of(game)
    played = Bid.objects.get(hand=hand, seat__user=users[1])
    assert (played.via, played.missed, hand.state) == ("deadline", True, Hand.State.OPEN)
    assert fresh(game).hand_number == 1
    assert sweep.sweep() == 0
    assert Seat.objects.get(game=game, user=users[1]).misses == 1

    bid(game, users[2])
    assert sweep.sweep() == 1
    assert fresh(game).hand_number == 2


def test_the_last_seat_that_runs_out_resolves_the_hand() -> None:
    users, game = table_of(3)
    bid(game, users[0])
    bid(game, users[2])
    run_out(game, users[1])
    sweep.sweep()

    assert game.hands.get(number=1).trigger == Hand.Trigger.DEADLINE
    assert fresh(game).hand_number == 2


@pytest.mark.parametrize("place", [0, -1])
def test_who_comes_late_may_change_what_was_played_or_agree_but_stays_late(place: int) -> None:
    """The lowest card is the one that was played."""
    users, game = table_of(3)
    run_out(game, users[1])
    sweep.sweep()
    bid(game, users[1], legal(game, 1)[place])

    given = Bid.objects.get(hand=hand_of(game), seat__user=users[1])
    assert (given.via, given.missed) == ("page", False)
    assert clock_of(game, users[1]).in_time is False
    assert Seat.objects.get(game=game, user=users[1]).misses == 0


def test_the_first_answer_stops_the_clock_and_changes_do_not() -> None:
    users, game = table_of(3)
    began(game, 5 * HOUR)
    bid(game, users[0], legal(game, 0)[0])
    first = clock_of(game, users[0])
    bid(game, users[0], legal(game, 0)[1])

    assert first.in_time
    assert not_none(first.took_seconds) // 60 == 5 * 60
    assert clock_of(game, users[0]).answered_at == first.answered_at


def test_nothing_counts_before_the_hand_is_resolved() -> None:
    """A public record that grew with each answer would tell who has answered."""
    users, game = table_of(3)
    bid(game, users[0])
    assert not SeatClock.objects.filter(counted=True).exists()
    bid(game, users[1])
    bid(game, users[2])
    sweep.sweep()
    assert SeatClock.objects.filter(counted=True).count() == 3


def bank_of(game: Game, user: User) -> float | None:
    seat = Seat.objects.get(game=game, user=user)
    return None if seat.bank_seconds is None else round(seat.bank_seconds / 3600, 1)


def hours_for(game: Game, user: User) -> float:
    return round(clock_of(game, user).rule["seconds"] / 3600, 1)


def test_a_bank_is_charged_when_the_seat_answers_and_grows_with_the_next_hand() -> None:
    users, game = table_of(3, hours=12, bank=48, most=48)
    assert [hours_for(game, user) for user in users] == [48, 48, 48]
    began(game, 30 * HOUR)
    bid(game, users[0])
    assert [bank_of(game, user) for user in users] == [18, None, None]
    bid(game, users[1])
    run_out(game, users[2])
    sweep.sweep()

    assert [bank_of(game, user) for user in users] == [18, 18, 0]
    assert [hours_for(game, user) for user in users] == [30, 30, 12]


def test_a_bank_does_not_pay_for_the_time_in_which_a_mail_waited_to_be_read() -> None:
    game = started(members(3), hours=12)
    Game.objects.filter(pk=game.pk).update(bank_hours=48, most_hours=48)
    marit = user_at(game, 0)
    SeatClock.objects.filter(hand=hand_of(game)).update(deadline=timezone.now() + 28 * HOUR)
    for clock in hand_of(game).clocks.all():
        clock.rule["seconds"] = 48 * 3600
        clock.save()
    began(game, 20 * HOUR)
    with patch("django.utils.timezone.now", return_value=timezone.now() - 19 * HOUR):
        arrive(game, marit, a_reply(marit, legal(game, 0)[5]))
    process.read_all()
    assert bank_of(game, marit) == 47
    assert clock_of(game, marit).took_seconds in range(3590, 3610)


def test_a_bank_is_charged_when_its_player_passes_the_seat_to_a_bot() -> None:
    users, game = table_of(3, hours=12, bank=48, most=48)
    began(game, 30 * HOUR)
    absence.pass_to_bot(users[0], game.code)
    absence.back(users[0], game.code)
    bid(game, users[0])
    assert bank_of(game, users[0]) == 18


def test_a_bank_pays_until_it_was_asked_that_a_bot_plays() -> None:
    users, game = table_of(3, hours=12, bank=48, most=48)
    began(game, 30 * HOUR)
    absence.pass_to_bot(users[0], game.code, given_at=timezone.now() - 6 * HOUR)
    assert bank_of(game, users[0]) == 24


def test_whoever_leaves_nobody_behind_has_the_full_time_when_they_are_back() -> None:
    """The game waited for them, so nobody had to."""
    users, game = table_of(3, hours=12, bank=36, most=48)
    for user in users[1:]:
        absence.pass_to_bot(user, game.code)
    began(game, 30 * HOUR)
    absence.pass_to_bot(users[0], game.code)
    absence.back(users[0], game.code)
    assert hours_for(game, users[0]) == 36


def test_a_bank_holds_no_more_than_its_cap() -> None:
    users, game = table_of(3, hours=12, bank=48, most=48)
    began(game, HOUR)
    for user in users:
        bid(game, user)
    sweep.sweep()
    assert hours_for(game, users[0]) == 48


@pytest.mark.parametrize("giver", ["player", "moderator"])
def test_a_bank_does_not_keep_the_time_that_somebody_gave(giver: str) -> None:
    users, game = table_of(3, hours=12, bank=48, most=72)
    if giver == "player":
        votes.extend(users[1], game.code, 1)
    else:
        execution.carry_out(staff(), "extend", game.code, CommandInput("asked", hours=48))
    bid(game, users[0])
    assert bank_of(game, users[0]) == 48


def test_time_in_which_the_clock_stands_still_is_not_charged() -> None:
    users, game = table_of(3, hours=12, bank=96, most=96, weekends=False)
    saturday = datetime(2026, 11, 21, 10, tzinfo=UTC)
    clock = clock_of(game, users[0])
    clock.rule["opened"] = saturday.isoformat()
    clock.save()
    assert pace.passed(pace.rule_of(clock.rule), saturday + 40 * HOUR) == 2 * HOUR


def test_bots_have_no_clocks() -> None:
    game = tables.play_now(person())
    assert SeatClock.objects.filter(hand__game=game).count() == 1


def test_settings_that_change_later_leave_an_open_hand_alone() -> None:
    users, game = table_of(3)
    before = clock_of(game, users[0])
    User.objects.update(zone="Asia/Tokyo", quiet_from=time(0), quiet_to=time(12))
    after = clock_of(game, users[0])
    assert (after.deadline, after.rule) == (before.deadline, before.rule)


def test_a_zone_that_is_gone_from_the_database_does_not_stop_the_game() -> None:
    users = people(3)
    User.objects.filter(pk=users[1].pk).update(zone="Atlantis/Capital")
    assert clock_of(running(users), users[1]).rule["zone"] == "UTC"


def test_letters_go_by_the_deadline_of_their_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """At eight in the evening: Joost has an hour more, and nobody's reminder falls into quiet."""
    evening = datetime(2026, 11, 20, 20, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: evening)
    users = [person("Marit"), person("Joost", quiet_from=time(19), quiet_to=time(21))]
    users.append(person("Aoife"))
    game = running(users)
    assert clock_of(game, users[1]).deadline - clock_of(game, users[0]).deadline == timedelta(
        hours=1
    )
    for user in users:
        clock = clock_of(game, user)
        length = clock.deadline - hand_of(game).opened_at
        assert clock.remind_at == clock.deadline - length * 0.2


def test_an_overdue_clock_is_expired_once() -> None:
    users, game = table_of(3)
    run_out(game, users[1])
    hand = hand_of(game)
    assert resolving.expire_hand(hand.pk) is True
    assert resolving.expire_hand(hand.pk) is False
    assert Seat.objects.get(game=game, user=users[1]).misses == 1
