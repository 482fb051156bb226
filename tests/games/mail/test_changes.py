"""Letters about seats and the table itself say what is so when they go, and where to go on."""

import pytest

from accounts.models import Notice, User
from accounts.notifications.kinds import KINDS, Letter
from games.models import Game
from games.services.lobby import rematches
from games.services.seats import absence, substitutes, votes
from tests.games.mail.reading import members, words
from tests.games.making import fresh, hand_of, person, running
from tests.games.services.sitting import miss

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return members(3, zone="Europe/Amsterdam")


def letter(kind: str, reader: User) -> Letter | None:
    notice = Notice.objects.get(kind=kind, recipient=reader, channel="mail")
    return KINDS[kind].compose(notice)


def said(kind: str, reader: User) -> str:
    found = letter(kind, reader)
    assert found is not None
    assert max(len(line) for line in found.text.splitlines() if "://" not in line) <= 72
    text = " ".join(found.text.split())
    for line in text.split(". ")[1:2]:
        assert line.split(" ", maxsplit=1)[0].lower() in words(found).lower()
    return text


def test_who_missed_too_much_is_told_how_to_come_back(users: list[User]) -> None:
    game = running(users)
    miss(game, 2)
    miss(game, 2)
    text = said("seat_offered", users[2])
    assert "so a bot plays for you now" in text
    assert f"http://testserver/g/{game.code}/back/" in text
    absence.back(users[2], game.code)
    assert letter("seat_offered", users[2]) is None


def test_who_takes_the_seat_is_briefed_with_its_cards(users: list[User]) -> None:
    game = running(users)
    absence.leave(users[2], game.code)
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    text = said("briefing", wim)
    assert "WELCOME TO THE TABLE, WIM" in text
    assert "you have the full time for this hand" in text
    assert "Wim has taken the seat of Aoife." in said("seat_taken", users[0])
    assert "Thank you for playing" in said("seat_taken", users[2])


def test_a_briefing_where_nothing_is_owed_names_the_page(users: list[User]) -> None:
    game = running(users)
    absence.leave(users[2], game.code)
    wim = person("Wim")
    substitutes.take(wim, game.code, 2)
    hand = hand_of(game)
    hand.awaiting = [0, 1]
    hand.save()
    assert f"/g/{game.code}/briefing/" in said("briefing", wim)


def test_pause_and_going_on(users: list[User]) -> None:
    game = running(users)
    for user in users:
        votes.vote(user, game.code, "pause")
    assert "The game is paused, as everybody wanted." in said("game_paused", users[0])
    votes.go_on(users[1], game.code)
    assert letter("game_paused", users[0]) is None
    text = said("game_resumed", users[0])
    assert "Joost has resumed the game." in text
    assert "You have until" in text


def test_more_time(users: list[User]) -> None:
    game = running(users, hours=30)
    votes.extend(users[0], game.code, 1)
    assert "Marit added 30 hours to this hand." in said("extended", users[1])


def test_cancelled_and_once_more(users: list[User]) -> None:
    game = running(users)
    for user in users:
        votes.vote(user, game.code, "cancel")
    assert "The game is cancelled, as everybody wanted." in said("game_cancelled", users[2])
    again = rematches.rematch(users[0], game.code)
    assert f"/g/{again.code}/" in said("rematch", users[1])
    rematches.rematch(users[1], game.code)
    assert letter("rematch", users[1]) is None
    assert fresh(again).state == Game.State.OPEN
