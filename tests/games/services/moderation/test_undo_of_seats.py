"""Undoing what was done with a seat: its player is asked again, as if no bot had ever had it."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.models import Program, User
from accounts.notifications import delivery
from games import links
from games.models import Game
from games.refusals import Refused
from games.services.hands import resolving
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import Done
from games.services.people import erasure
from tests.accounts.making import member, staff
from tests.games.making import bid, fresh, hand_of, running, sealed_bid, settle, user_at
from tests.games.services.moderation.setting import GIVEN, PLAYERS, undo
from tests.games.services.sitting import seat
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def hedda() -> User:
    return staff("Hedda")


def give_to_bot(actor: User, game: Game) -> Done:
    return execution.carry_out(actor, "bot", game.code, GIVEN["bot"])


def test_the_hand_waits_for_them_and_not_for_the_bots_card(missed: Game, hedda: User) -> None:
    undo(hedda, give_to_bot(hedda, missed))
    for index in (0, 2):
        bid(missed, user_at(missed, index))
    assert settle(missed).hand_number == missed.hand_number
    clock = hand_of(missed).clocks.get(seat__index=1, given_up=False)
    assert (clock.answered_at, clock.remind_at is not None) == (None, True)
    bid(missed, user_at(missed, 1))
    assert settle(missed).hand_number == missed.hand_number + 1


def test_their_letter_says_until_when(
    missed: Game, hedda: User, mailoutbox: list[EmailMessage]
) -> None:
    done, address = give_to_bot(hedda, missed), not_none(user_at(missed, 1).email)
    delivery.deliver()
    mailoutbox.clear()
    undo(hedda, done)
    delivery.deliver()
    [letter] = [each for each in mailoutbox if address in str(each.to)]
    assert "You have until" in str(letter.body)


def test_what_they_had_answered_before_still_counts(missed: Game, hedda: User) -> None:
    bid(missed, user_at(missed, 1))
    before = sealed_bid(missed, 1)
    undo(hedda, give_to_bot(hedda, missed))
    assert sealed_bid(missed, 1) == before
    for index in (0, 2):
        bid(missed, user_at(missed, index))
    assert settle(missed).hand_number == missed.hand_number + 1


def test_what_they_had_missed_before_is_no_miss_once_they_are_asked_anew(
    missed: Game, hedda: User
) -> None:
    run_out(missed, 1)
    assert seat(missed, 1).misses == 1
    undo(hedda, give_to_bot(hedda, missed))
    assert (seat(missed, 1).misses, seat(missed, 1).misses_in_row) == (0, 0)
    run_out(missed, 1)
    assert (seat(missed, 1).misses, seat(missed, 1).misses_in_row) == (1, 1)


def run_out(game: Game, index: int) -> None:
    """The time of one seat is over; the hand waits for the others."""
    clocks = hand_of(game).clocks.filter(seat__index=index, given_up=False)
    clocks.update(deadline=timezone.now() - timedelta(minutes=1))
    resolving.expire_hand(hand_of(game).pk)


def test_where_it_is_hidden_the_deadline_does_not_tell_whether_they_had_answered(
    hedda: User,
) -> None:
    seen = []
    for answered in (False, True):
        game = running([member(f"{name} {answered}") for name in PLAYERS], tells=False)
        if answered:
            bid(game, user_at(game, 1))
        soon = timezone.now() + timedelta(minutes=30)
        hand_of(game).clocks.update(deadline=soon)
        game.hands.update(deadline=soon)
        undone = undo(hedda, give_to_bot(hedda, game)).effect
        seen.append((undone.before["deadline"], undone.after["deadline"]))
    assert seen[0] == seen[1]
    assert seen[0][0] < seen[0][1]


@pytest.mark.parametrize("owner", [False, True])
def test_nobody_is_asked_who_is_suspended_by_now(missed: Game, hedda: User, *, owner: bool) -> None:
    """Nor a bot of theirs: the hand would wait for whoever can't answer."""
    done, them = give_to_bot(hedda, missed), not_none(user_at(missed, 1))
    if owner:
        User.objects.filter(pk=them.pk).update(kind=User.Kind.PROGRAM)
        them = Program.objects.create(user=them, owner=member("Wim")).owner
    given = CommandInput("unfair", days=3)
    execution.carry_out(staff("Chris", "chief"), "suspend", str(them.pk), given)
    with pytest.raises(Refused, match="cannot_undo"):
        undo(hedda, done)
    assert seat(missed, 1).absence == "bot"


def test_nobody_is_brought_back_whose_data_were_erased(hedda: User) -> None:
    """At tables with the same deals the seat is a bot's then as before."""
    users = [member(f"Guest {number}") for number in range(6)]
    tables.make_table(users[0], TableSettings(name="Texel", seats=3, duplicate=2))
    here, there = Game.objects.filter(duplicate__isnull=False).order_by("pk")
    for user, table in zip(users[1:], (here, here, there, there, there), strict=True):
        tables.join(user, table.code, link=links.link_token(table))
    game = fresh(here)
    done = give_to_bot(hedda, game)
    erasure.forget(user_at(game, 1))
    with pytest.raises(Refused, match="cannot_undo"):
        undo(hedda, done)
    assert seat(game, 1).absence == "bot"
