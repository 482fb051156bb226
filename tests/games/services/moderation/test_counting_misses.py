"""Excused misses are counted again for whoever has the seat, also when the game is taken back."""

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.refusals import Refused
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.execution import Done
from games.services.seats import absence
from tests.accounts.making import member, staff
from tests.games.making import user_at
from tests.games.services.moderation.setting import taken_back
from tests.games.services.sitting import miss, seat

pytestmark = pytest.mark.django_db


def misses(row: Seat) -> tuple[int, int]:
    return row.misses, row.misses_in_row


def excused(actor: User, game: Game, hand: int) -> Done:
    return execution.carry_out(actor, "excuse", game.code, CommandInput("asked", hand=hand, seat=2))


def test_a_miss_of_whoever_sat_there_before_is_none_of_the_present_player(missed: Game) -> None:
    hedda = staff()
    member("Wim")
    given = CommandInput("absent", seat=2, person="Wim")
    execution.carry_out(hedda, "replace", missed.code, given)
    miss(missed, 2)
    done = excused(hedda, missed, 1)
    assert misses(seat(missed, 2)) == (1, 1)
    execution.undo(hedda, done.entry.number, CommandInput("asked"))
    assert misses(seat(missed, 2)) == (1, 1)


def test_an_excused_miss_that_becomes_void_is_not_subtracted_twice(missed: Game) -> None:
    hedda = staff()
    miss(missed, 2)
    done = excused(hedda, missed, 4)
    taken_back(hedda, missed, 3)
    assert misses(seat(missed, 2)) == (1, 0)
    with pytest.raises(Refused, match="cannot_undo"):
        execution.undo(hedda, done.entry.number, CommandInput("asked"))
    assert misses(seat(missed, 2)) == (1, 0)


def test_it_stays_excused_when_later_hands_count_again(missed: Game) -> None:
    hedda = staff()
    back = taken_back(hedda, missed, 3)
    excused(hedda, missed, 1)
    execution.undo(hedda, back.entry.number, CommandInput("asked"))
    assert misses(seat(missed, 2)) == (0, 0)


def test_what_was_missed_before_coming_back_counts_in_no_row(missed: Game) -> None:
    aoife = user_at(missed, 2)
    miss(missed, 2)
    absence.pass_to_bot(aoife, missed.code)
    absence.back(aoife, missed.code)
    for _hand in range(2):  # the bot has answered the first
        miss(missed, 2)
    excused(staff(), missed, 1)
    assert misses(seat(missed, 2)) == (2, 1)


def test_of_a_hand_that_was_played_again_only_the_later_excuse_is_undone(missed: Game) -> None:
    hedda = staff()
    first = excused(hedda, missed, 1)
    taken_back(hedda, missed, 1)
    miss(missed, 2)
    second = excused(hedda, missed, 1)
    with pytest.raises(Refused, match="cannot_undo"):
        execution.undo(hedda, first.entry.number, CommandInput("asked"))
    assert misses(seat(missed, 2)) == (0, 0)
    execution.undo(hedda, second.entry.number, CommandInput("asked"))
    assert misses(seat(missed, 2)) == (1, 1)


def test_the_excuse_of_a_hand_that_was_put_back_is_undone(missed: Game) -> None:
    hedda = staff()
    first = excused(hedda, missed, 1)
    back = taken_back(hedda, missed, 1)
    for done in (back, first):
        execution.undo(hedda, done.entry.number, CommandInput("asked"))
    assert misses(seat(missed, 2)) == (1, 0)
