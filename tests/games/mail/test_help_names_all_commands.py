"""What the help lists at a table is all that can be asked for there by e-mail."""

import pytest
from django.utils import translation

from games.mail import command_words
from games.mail.inbound import at_table, commands
from games.mail.inbound.commands import MailCommand
from games.mail.inbound.personal import ABOUT_NOTHING
from games.models import Game
from games.wording.base import Fact

# Asked for by a letter that says so, or to get the help itself.
ELSEWHERE = {MailCommand.CONFIRM, MailCommand.HELP, MailCommand.SHOW, MailCommand.ANSWER}


def listed(ways: list[Fact]) -> set[MailCommand]:
    found = (commands.read(str(fact.label)[1:-1]) for fact in ways)
    return {command.kind for command in found if command is not None}


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_at_a_table(language: str) -> None:
    with translation.override(language):
        states = (Game.State.OPEN, Game.State.RUNNING, Game.State.OVER)
        assert set().union(*(listed(command_words.ways(state)) for state in states)) >= (
            at_table.KNOWN - ELSEWHERE
        )


def test_at_a_table_that_was_cancelled() -> None:
    found = listed(command_words.ways(Game.State.CANCELLED))
    assert found >= {MailCommand.REMATCH, MailCommand.RECORD}
    assert MailCommand.SAY not in found


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_at_ones_own_address(language: str) -> None:
    with translation.override(language):
        assert listed(command_words.ways_of_a_person()) >= (
            ABOUT_NOTHING - ELSEWHERE - {MailCommand.YES}  # to what was asked back
        )
