"""What moderators have taken back is told no more: neither in letters nor behind the bell."""

import pytest

from accounts.models import Notice, User
from accounts.notifications import summaries
from accounts.notifications.kinds import KINDS, Brief
from games.models import Game
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.fast_forward import past_first_stage
from tests.games.mail.reading import begun, composed, notice
from tests.games.making import bid_all, user_at
from tests.games.services.moderation.setting import let_time_run_out
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun()


@pytest.fixture
def marit(game: Game) -> User:
    return user_at(game, 0)


def moderated(game: Game, command: str, hand: int, seat: int = 0) -> execution.Done:
    given = CommandInput("defect", hand=hand, seat=seat)
    return execution.carry_out(staff("Hedda", "chief"), command, game.code, given)


def brief(told: Notice) -> Brief:
    return not_none(summaries.brief(told))


def adds(told: Notice) -> bool:
    return not_none(KINDS[told.kind].part)(told) is not None


def test_a_miss_that_was_taken_back_and_answered(game: Game, marit: User) -> None:
    let_time_run_out(game)
    told = notice(marit, "missed")
    assert (composed(told) is not None, adds(told), brief(told).true) == (True, True, True)
    moderated(game, "take_back", hand=1)
    bid_all(game)
    assert (composed(told), adds(told), brief(told).true) == (None, False, False)


def test_a_miss_that_is_excused_is_not_counted(game: Game, marit: User) -> None:
    let_time_run_out(game)
    told = notice(marit, "missed")
    assert "You have missed 1 hand" in not_none(composed(told)).text
    moderated(game, "excuse", hand=1)
    text = not_none(composed(told)).text
    assert "we played your fallback" in " ".join(text.split())
    assert "You have missed" not in text


def test_the_end_of_a_stage(game: Game, marit: User) -> None:
    last = past_first_stage(game).hand_number - 1
    told = notice(marit, "stage_end")
    assert (composed(told) is not None, adds(told), brief(told).true) == (True, True, True)
    done = moderated(game, "take_back", hand=last)
    assert (composed(told), adds(told), brief(told).true) == (None, False, False)
    execution.undo(staff("Ida", "chief"), done.entry.number, CommandInput("asked"))
    assert composed(told) is not None


def test_the_next_end_of_the_stage_is_told_again(game: Game, marit: User) -> None:
    game = past_first_stage(game)
    told = notice(marit, "stage_end")
    moderated(game, "take_back", hand=game.hand_number - 1)
    bid_all(game)
    again = notice(marit, "stage_end")
    assert again != told
    assert (composed(told), composed(again) is not None) == (None, True)
