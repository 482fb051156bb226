"""The score sheet on the pages of a game."""

import pytest

from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests import ready_games
from tests.accounts.making import staff
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
NOW = "<small>now</small>"


def test_no_deal_is_played_now_in_a_game_that_moderators_ended() -> None:
    game = ready_games.take("rowboat", "middle")
    path = f"/g/{game.code}/"
    assert NOW in page(browser(), path)
    execution.carry_out(staff("Hedda"), "end", game.code, CommandInput("asked"))
    assert "The game is over" in (ended := page(browser(), path))
    assert NOW not in ended
