"""The end of a game says for whom a bot played it out: page and e-mail alike."""

import pytest

from accounts.models import User
from games.models import Game
from games.services.seats import absence
from tests.games.fast_forward import fast_forward
from tests.games.mail.inbound.at_table import game, people
from tests.games.mail.reading import letter, words
from tests.games.making import bid_all
from tests.games.web.driving import browser, page
from tests.narrowing import not_none

__all__ = ["game", "people"]  # fixtures
pytestmark = pytest.mark.django_db


def told(user: User, game: Game) -> tuple[str, str]:
    """The page of the end, and the e-mail about it."""
    shown = page(browser(user), f"/g/{game.code}/")
    return shown, words(not_none(letter(user, "game_over")))


@pytest.mark.parametrize("leave", [absence.leave, absence.pass_to_bot])
def test_whoever_was_away_reads_that_a_bot_played_for_them(
    game: Game, people: list[User], leave: object
) -> None:
    bid_all(game)
    assert callable(leave)
    leave(people[1], game.code)
    fast_forward(game)
    for text in told(people[1], game):
        assert "A bot played for you until the end." in text
    for text in told(people[0], game):
        assert f"A bot played for {people[1].name} until the end." in text


def test_several_are_named_in_one_sentence(game: Game, people: list[User]) -> None:
    for user in people[1:]:
        absence.pass_to_bot(user, game.code)
    fast_forward(game)
    names = f"{people[1].name} and {people[2].name}"
    assert f"A bot played for {names} until the end." in told(people[0], game)[1]
    said = told(people[1], game)[1]
    assert "A bot played for you until the end." in said
    assert f"A bot played for {people[2].name} until the end." in said


def test_nothing_is_said_of_who_came_back(game: Game, people: list[User]) -> None:
    absence.pass_to_bot(people[1], game.code)
    absence.back(people[1], game.code)
    fast_forward(game)
    for text in told(people[1], game):
        assert "until the end" not in text
