"""A “yes” by mail to what somebody at the table has proposed, which the sender has to confirm."""

import re

import pytest

from accounts.models import User
from games.models import Game, Vote
from games.selectors.seats.occupancy import votes_that_count
from games.services.seats import absence, votes
from tests.games.mail.inbound.at_table import answer_to, ask, game, people
from tests.games.mail.inbound.mailing import letters_to
from tests.games.mail.reading import words
from tests.games.making import fresh

__all__ = ["game", "people"]  # fixtures
pytestmark = pytest.mark.django_db


def test_yes_to_what_somebody_asks_of_all(game: Game, people: list[User]) -> None:
    votes.vote(people[0], game.code, "cancel")
    ask(people[1], game, "Yes")
    assert votes_that_count(game).count() == 1
    assert "cancel the game" in answer_to(people[1]).text
    ask(people[1], game, "confirm")
    assert votes_that_count(game).count() == 2
    ask(people[1], game, "nein")
    assert votes_that_count(game).count() == 1
    ask(people[1], game, "ja")
    ask(people[1], game, "confirm")
    ask(people[2], game, "ja")
    ask(people[2], game, "confirm")
    assert fresh(game).state == Game.State.CANCELLED


@pytest.mark.parametrize(
    ("wish", "what"), [("pause", "The game is paused"), ("cancel", "the game is cancelled")]
)
def test_the_last_vote_is_told_what_it_decided(
    game: Game, people: list[User], wish: str, what: str
) -> None:
    for user, word in zip(people, (f"{wish}?", "yes", f"{wish}?"), strict=True):
        ask(user, game, word)
        ask(user, game, "confirm")
    for user in people[:2]:
        assert "Your vote counts for seven days" in words(answer_to(user))
    assert what in words(answer_to(people[2]))
    assert "counts for seven days" not in words(answer_to(people[2]))


def test_so_is_the_last_yes(game: Game, people: list[User]) -> None:
    for user in people[:2]:
        votes.vote(user, game.code, "cancel")
    ask(people[2], game, "yes")
    ask(people[2], game, "confirm")
    assert "Everybody wanted it: the game is cancelled." in words(answer_to(people[2]))


def test_a_yes_that_is_confirmed_too_late_is_for_nothing_else(
    game: Game, people: list[User]
) -> None:
    votes.vote(people[0], game.code, "cancel")
    ask(people[1], game, "yes")
    votes.unvote(people[0], game.code, "cancel")
    votes.vote(people[0], game.code, "pause")
    ask(people[1], game, "confirm")
    assert not Vote.objects.filter(seat__user=people[1]).exists()


@pytest.mark.parametrize("body", ["yes", "no", "confirm"])
def test_nothing_to_say_yes_to(game: Game, people: list[User], body: str) -> None:
    ask(people[1], game, body)
    assert not Vote.objects.exists()
    assert letters_to(people[1]) == ["mail_table"]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_to_one_of_two_votes_it_is_told_a_word_for_each(
    game: Game, people: list[User], language: str
) -> None:
    for wish in ("pause", "cancel"):
        votes.vote(people[0], game.code, wish)
    User.objects.filter(pk=people[1].pk).update(language=language)
    ask(people[1], game, "yes")
    said = re.findall(r"[“„‘](\w+\?)[”“’]", words(answer_to(people[1])))
    for word, wish in zip(said, ("pause", "cancel"), strict=True):
        ask(people[1], game, word)
        ask(people[1], game, "confirm")
        assert Vote.objects.filter(seat__user=people[1], wish=wish).exists()


def test_no_without_a_vote_names_the_pause_and_how_to_end_it(
    game: Game, people: list[User]
) -> None:
    for user in people:
        votes.vote(user, game.code, "pause")
    ask(people[1], game, "no")
    said = words(answer_to(people[1]))
    assert "will happen without you" not in said
    assert "You have no vote to withdraw. The game is paused" in said
    assert "To end the pause, reply with just “resume”." in said
    ask(people[1], game, "resume")
    ask(people[1], game, "confirm")
    assert fresh(game).paused_at is None


def test_no_in_a_pause_withdraws_a_vote_to_cancel(game: Game, people: list[User]) -> None:
    for user in people:
        votes.vote(user, game.code, "pause")
    votes.vote(people[1], game.code, "cancel")
    ask(people[1], game, "no")
    assert not votes_that_count(game).exists()
    assert "Your votes are withdrawn." in words(answer_to(people[1]))
    assert "the game is paused" not in words(answer_to(people[1]))


def test_no_without_a_vote_of_ones_own(game: Game, people: list[User]) -> None:
    absence.pass_to_bot(people[1], game.code)
    ask(people[1], game, "no")
    said = words(answer_to(people[1]))
    assert "will happen without you" not in said
    assert "you have no vote" in said
    assert "write “I am back”" in said
