"""A miss that is excused counts no more, also not among those in a row."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.models import Notice
from accounts.notifications import delivery
from games.models import Seat, SeatClock
from games.selectors.moderation.timeline import missed_hands
from games.services import sweep
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import absence, substitutes
from tests.accounts.making import member, staff
from tests.games.making import bid, bid_all, person, running, table_of
from tests.games.services.sitting import miss, seat

pytestmark = pytest.mark.django_db


def misses(row: Seat) -> tuple[int, int]:
    return row.misses, row.misses_in_row


def test_each_that_is_excused_counts_one_less_in_all_and_in_a_row() -> None:
    _users, game = table_of(3, offer=0)
    for _hand in range(3):
        miss(game, 2)
    assert misses(seat(game, 2)) == (3, 3)
    for hand, left in ((2, 2), (3, 1)):
        given = CommandInput("asked", hand=hand, seat=2)
        execution.carry_out(staff(f"Hedda{hand}"), "excuse", game.code, given)
        assert misses(seat(game, 2)) == (left, left)


def test_whoever_left_the_seat_after_answering_in_time_keeps_that_in_their_record() -> None:
    users, game = table_of(3)
    bid(game, users[1])
    absence.leave(users[1], game.code)
    substitutes.take(person("Wim"), game.code, 1)
    miss(game, 1)
    actor, given = staff(), CommandInput("asked", hand=1, seat=1)
    records = SeatClock.objects.filter(hand__game=game, hand__number=1, seat__index=1)
    done = execution.carry_out(actor, "excuse", game.code, given)
    excused = dict(records.values_list("user__name", "counted"))
    assert excused == {users[1].name: True, "Wim": False}
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert not records.filter(counted=False).exists()


def test_whoever_still_answered_after_their_time_may_be_excused_for_that() -> None:
    users, game = table_of(3)
    late = SeatClock.objects.filter(hand__game=game, user=users[0])
    late.update(deadline=timezone.now() - timedelta(seconds=1))
    sweep.sweep()
    bid_all(game)
    (shown,) = missed_hands(game)
    assert (shown.hand.number, shown.seat.index) == (1, 0)
    actor, given = staff(), CommandInput("asked", hand=1, seat=0)
    done = execution.carry_out(actor, "excuse", game.code, given)
    assert not missed_hands(game)
    assert misses(seat(game, 0)) == (0, 0)
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert missed_hands(game) == [shown]
    assert misses(seat(game, 0)) == (0, 0)


def test_the_letter_says_who_had_missed_it(mailoutbox: list[EmailMessage]) -> None:
    users = [member(name) for name in ("Marit", "Joost", "Aoife")]
    game = running(users, offer=1)
    miss(game, 1)
    substitutes.take(person("Wim"), game.code, 1)
    Notice.objects.all().delete()
    given = CommandInput("asked", hand=1, seat=1)
    execution.carry_out(staff(), "excuse", game.code, given)
    delivery.deliver()

    said = f"{users[1].name} missed hand 1; that is excused and doesn’t count."
    assert mailoutbox
    assert all(said in " ".join(str(mail.body).split()) for mail in mailoutbox)
