"""Letters say that another moderator reads a report about what one did."""

import pytest

from accounts.models import User
from accounts.people import own_bots
from games.models import Game, Report
from games.refusals import Refused
from games.selectors.talk.reports import open_reports, reports_for_others
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.seats import absence, substitutes
from games.services.talk import chat, reports
from tests.accounts.making import member, staff
from tests.games.making import user_at
from tests.games.services.moderation.setting import game_with_a_miss

pytestmark = pytest.mark.django_db


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


def test_about_a_bot_that_she_muted(hedda: User) -> None:
    wim = member("Wim")
    bot = own_bots.make(wim, "Kraken")[0].user
    execution.carry_out(hedda, "mute", str(bot.pk), CommandInput("conduct", days=3))
    assert left_to_others(hedda, report(wim))


def test_by_the_author_of_words_that_she_hid_who_sits_there_no_more(
    hedda: User, game: Game
) -> None:
    joost = user_at(game, 1)
    Game.objects.filter(pk=game.pk).update(chat="everybody")
    chat.say(joost, game.code, "Pirates!")
    absence.leave(joost, game.code)
    substitutes.take(member("Wim"), game.code, 1)
    execution.carry_out(hedda, "hide", game.code, CommandInput("conduct", message=1))
    assert left_to_others(hedda, report(joost))


def test_who_was_told_of_nothing_that_she_did_may_be_read_by_her(hedda: User, game: Game) -> None:
    execution.carry_out(hedda, "extend", game.code, CommandInput("outage", hours=2))
    assert report(user_at(game, 0)) in open_reports(hedda)
