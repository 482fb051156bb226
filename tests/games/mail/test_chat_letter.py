"""What is told of talk: who and how much, never the words, and only while it is unread."""

import pytest

from accounts.models import Notice, User
from accounts.notifications.kinds import KINDS
from games.models import Game
from games.services.talk import chat
from tests.accounts.making import member
from tests.games.making import running

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return [member(name) for name in ("Marit", "Joost", "Aoife")]


@pytest.fixture
def game(users: list[User]) -> Game:
    return running(users)


def notice_to(user: User) -> Notice:
    return Notice.objects.filter(kind="chat", recipient=user, channel="site").latest("pk")


def test_it_names_who_and_not_what(game: Game, users: list[User]) -> None:
    for user, words in ((users[0], "Psst!"), (users[2], "44")):
        chat.say(user, game.code, words)
    letter = KINDS["chat"].compose(notice_to(users[1]))
    assert letter is not None
    assert "2 messages, from Marit and Aoife." in letter.text
    assert "Psst" not in letter.text + letter.html
    assert f"/g/{game.code}/chat/" in letter.text


def test_a_brief_says_the_same_and_is_true_until_one_has_looked(
    game: Game, users: list[User], django_assert_num_queries: object
) -> None:
    chat.say(users[0], game.code, "Psst!")
    notice = notice_to(users[1])
    (brief,) = KINDS["chat"].briefs([notice])
    assert (brief.text, brief.true) == ("Schiermonnikoog: A message from Marit.", True)
    chat.mark_read(game.seats.get(index=1), 1)
    (brief,) = KINDS["chat"].briefs([notice])
    assert not brief.true
    assert KINDS["chat"].compose(notice) is None
