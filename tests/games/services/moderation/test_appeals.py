"""Letters say that another moderator reads a report about what one did."""

import pytest

from accounts.models import User
from games.models import Game, Report
from games.refusals import Refused
from games.selectors.talk.reports import open_reports, reports_for_others
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import reports
from tests.accounts.making import staff
from tests.games.making import user_at
from tests.games.services.moderation.setting import game_with_a_miss

pytestmark = pytest.mark.django_db


@pytest.fixture
def hedda() -> User:
    return staff("Hedda", "moderator")


@pytest.fixture
def game() -> Game:
    return game_with_a_miss()


def report(user: User, kind: str = "act", game: Game | None = None) -> Report:
    return reports.make(user, kind, "That was wrong.", game=game, person=None)


def left_to_others(hedda: User, appeal: Report) -> bool:
    others = staff("Gerda", "moderator")
    assert list(open_reports(others)) == [appeal]
    assert reports.read(others, appeal.pk) == appeal
    if appeal in open_reports(hedda):
        return False
    for act in (reports.read, reports.take_up):
        with pytest.raises(Refused, match="own_person"):
            act(hedda, appeal.pk)
    with pytest.raises(Refused, match="own_person"):
        reports.close(hedda, appeal.pk, "nothing", "I was right.")
    return reports_for_others(hedda) == 1


def test_about_a_game_that_she_took_back(hedda: User, game: Game) -> None:
    execution.carry_out(hedda, "take_back", game.code, CommandInput("defect", hand=2))
    assert left_to_others(hedda, report(user_at(game, 0), game=game))


@pytest.mark.parametrize("undone", [False, True])
def test_by_somebody_whom_she_muted_or_not_any_more(hedda: User, game: Game, undone: bool) -> None:
    marit, muted = user_at(game, 0), CommandInput("conduct", days=3)
    other = staff("Ada", "moderator") if undone else hedda
    done = execution.carry_out(other, "mute", str(marit.pk), muted)
    if undone:
        execution.undo(hedda, done.entry.number, CommandInput("asked"))
    assert left_to_others(hedda, report(marit))


def test_what_others_did_or_she_only_read_she_answers(hedda: User, game: Game) -> None:
    marit = user_at(game, 0)
    execution.carry_out(staff("Ada", "moderator"), "pause", game.code, CommandInput("asked"))
    with pytest.raises(Refused, match="not_allowed"):
        execution.carry_out(hedda, "suspend", str(marit.pk), CommandInput("asked", days=1))
    assert not left_to_others(hedda, report(marit, game=game))


def test_a_report_about_something_else_in_that_game_too(hedda: User, game: Game) -> None:
    execution.carry_out(hedda, "pause", game.code, CommandInput("asked"))
    assert not left_to_others(hedda, report(user_at(game, 0), "stuck", game))
