"""Whoever is suspended keeps their seats: a bot plays on for them, and nobody else may sit down."""

from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Notice, Program, User
from games import game_secrets
from games.models import Game, Seat
from games.refusals import Refused
from games.services.hands import vacant_seats
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import absence, substitutes
from games.services.talk import chat
from tests.accounts.making import staff
from tests.games.making import fresh, hand_of, person, table_of
from tests.games.services.sitting import entries, miss, seat

pytestmark = pytest.mark.django_db


def suspend(user: User, days: int = 3) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=timezone.now() + timedelta(days=days))


def player(game: Game, index: int) -> User:
    return User.objects.get(seats__game=game, seats__index=index)


def test_after_too_many_misses_a_bot_plays_and_the_seat_stays_theirs(game: Game) -> None:
    them = player(game, 2)
    suspend(them)
    miss(game, 2)
    miss(game, 2)

    assert seat(game, 2).absence == Seat.Absence.BOT
    assert entries(game, "bot") == [{"seat": 2, "name": them.name, "why": "missed"}]
    assert list(hand_of(game).bids.values_list("seat__index", "via")) == [(2, "bot")]
    with pytest.raises(Refused, match="not_offered"):
        substitutes.take(person("Wim"), game.code, 2)
    assert not Notice.objects.filter(kind="seat_offered").exists()

    suspend(them, days=-1)
    absence.back(player(game, 2), game.code)
    assert (seat(game, 2).user, seat(game, 2).absence) == (them, "")


def test_so_does_that_of_a_program_whose_owner_is_suspended(game: Game) -> None:
    program, owner = player(game, 2), person("Wim")
    User.objects.filter(pk=program.pk).update(kind=User.Kind.PROGRAM)
    Program.objects.create(user=program, owner=owner)
    suspend(owner)
    miss(game, 2)
    miss(game, 2)
    assert seat(game, 2).absence == Seat.Absence.BOT


@pytest.mark.parametrize(("how", "absent"), [("missed", "bot"), ("left", "offered")])
def test_a_seat_that_was_offered_before_is_kept_unless_they_had_left(
    game: Game, how: str, absent: str
) -> None:
    chief, them = staff("Hedda", "chief"), player(game, 2)
    if how == "left":
        absence.leave(them, game.code)
    else:
        miss(game, 2)
        miss(game, 2)
    assert seat(game, 2).absence == Seat.Absence.OFFERED
    written = fresh(game).log_length
    execution.carry_out(chief, "suspend", str(them.pk), CommandInput("unfair", days=3))
    assert seat(game, 2).absence == absent
    told = [{"seat": 2, "name": them.name, "why": "missed"}] if how == "missed" else []
    assert entries(game, "bot") == told
    assert fresh(game).log_length == written + len(told)


def test_so_is_one_that_was_offered_while_the_suspension_was_lifted(game: Game) -> None:
    chief, them = staff("Hedda", "chief"), player(game, 2)
    suspend(them)
    lifted = execution.carry_out(chief, "lift", str(them.pk), CommandInput("asked"))
    miss(game, 2)
    miss(game, 2)
    assert seat(game, 2).absence == Seat.Absence.OFFERED
    execution.undo(chief, lifted.entry.number, CommandInput("asked"))
    assert seat(game, 2).absence == Seat.Absence.BOT


def test_its_player_is_not_asked_back_then(game: Game) -> None:
    them = player(game, 2)
    miss(game, 2)
    miss(game, 2)
    since, letters = seat(game, 2).absent_since, Notice.objects.filter(recipient=them).count()
    given = CommandInput("unfair", days=3)
    execution.carry_out(staff("Hedda", "chief"), "suspend", str(them.pk), given)
    assert seat(game, 2).absent_since == since
    told = Notice.objects.filter(recipient=them).order_by("pk")[letters:]
    assert [notice.kind for notice in told] == ["from_staff"]


@pytest.mark.django_db(transaction=True)
def test_so_is_one_that_is_being_offered_just_then() -> None:
    game = table_of(3)[1]
    chief, them = staff("Hedda", "chief"), player(game, 2)
    suspends = Thread(
        target=_carry_out, args=(chief, "suspend", str(them.pk), CommandInput("unfair", days=3))
    )
    with transaction.atomic():
        locked = game_secrets.lock_game(pk=game.pk)
        game.seats.filter(index=2).update(misses_in_row=2)
        vacant_seats.after_misses(locked)
        locked.save()
        suspends.start()
        suspends.join(0.5)  # ours waits for the lock at most two seconds
    suspends.join(30)
    assert seat(game, 2).absence == Seat.Absence.BOT


def _carry_out(*command: Any) -> None:
    execution.carry_out(*command)
    connection.close()


def test_so_is_that_of_a_bot_of_theirs(game: Game) -> None:
    program, owner = player(game, 2), person("Wim")
    User.objects.filter(pk=program.pk).update(kind=User.Kind.PROGRAM)
    Program.objects.create(user=program, owner=owner)
    miss(game, 2)
    miss(game, 2)
    given = CommandInput("unfair", days=3)
    execution.carry_out(staff("Hedda", "chief"), "suspend", str(owner.pk), given)
    assert seat(game, 2).absence == Seat.Absence.BOT


@pytest.fixture
def moved_bot(game: Game) -> User:
    """A bot that somebody wrote, come with its game from a server where its owner has stayed."""
    bot = player(game, 2)
    User.objects.filter(pk=bot.pk).update(kind=User.Kind.PROGRAM)
    return player(game, 2)


def test_the_seat_of_a_bot_without_its_owner_is_offered(game: Game, moved_bot: User) -> None:
    miss(game, 2)
    miss(game, 2)
    assert seat(game, 2).absence == Seat.Absence.OFFERED
    assert hand_of(game).number == 3
    absence.back(moved_bot, game.code)
    assert not seat(game, 2).absence
    assert chat.say(moved_bot, game.code, "Ahoy")


@pytest.mark.parametrize(("slug", "absent"), [("bot", "bot"), ("replace", "")])
def test_moderators_fill_the_seat_of_a_bot_without_its_owner(
    game: Game, moved_bot: User, slug: str, absent: str
) -> None:
    given = CommandInput("absent", seat=2, person=person("Wim").name if slug == "replace" else "")
    execution.carry_out(staff("Hedda", "chief"), slug, fresh(game).code, given)
    assert seat(game, 2).absence == absent


def test_a_moderator_who_gives_it_to_a_bot_asks_nobody_back(game: Game) -> None:
    them = player(game, 2)
    suspend(them)
    execution.carry_out(staff("Hedda"), "bot", fresh(game).code, CommandInput("absent", seat=2))
    letters = Notice.objects.filter(recipient=them, channel="mail")
    assert [each.kind for each in letters if "entry" in each.facts] == ["moderated"]
    assert not letters.filter(kind="seat_offered").exists()
