"""A letter that says why an answer doesn't count asks for another one only if that would count."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.mail.inbound import process
from games.models import Game, SeatClock
from games.services.mail import reply_addresses
from tests.games.mail.inbound.mailing import a_reply, stored, write
from tests.games.mail.reading import letter, started
from tests.games.making import bid, hand_of, legal, user_at, users_at

pytestmark = pytest.mark.django_db
ASKS = ("with one line", "You can answer:", "deadline.ics", "Until ")


def answer(game: Game, kind: str) -> str:
    """What Marit is told about the lowest card of hers."""
    marit = user_at(game, 0)
    write(game, marit, legal(game, 0)[0])
    return letter(marit, kind).text


def test_not_while_the_cards_are_being_turned(game: Game) -> None:
    for user in users_at(game):
        bid(game, user)
    said = answer(game, "mail_refused")
    assert "Nothing was changed.\n" in said
    assert not [word for word in ASKS if word in said]


def test_not_after_their_time(game: Game) -> None:
    past = timezone.now() - timedelta(seconds=1)
    SeatClock.objects.filter(hand=hand_of(game)).update(deadline=past)
    said = answer(game, "mail_state")
    assert "after your time had run out" in said
    assert not [word for word in ASKS if word in said]


def test_not_after_their_time_by_number(game: Game) -> None:
    users, past = users_at(game), timezone.now() - timedelta(seconds=1)
    hands = [hand_of(game), hand_of(started(users))]
    SeatClock.objects.filter(hand=hands[0]).update(deadline=past)
    to = reply_addresses.address_of(reply_addresses.address_of_several(users[0], hands))
    stored(to, a_reply(users[0], f"1: {legal(game, 0)[0]}"))
    process.read_all()
    said = letter(users[0], "mail_lines").text
    assert "after your time had run out" in said
    assert said.count("You can answer:") == said.count("2 · ") == 1


def test_not_of_somebody_who_is_suspended(game: Game) -> None:
    until = timezone.now() + timedelta(days=3)
    User.objects.filter(pk=user_at(game, 0).pk).update(suspended_until=until)
    said = answer(game, "mail_refused")
    assert "Your account is suspended until" in said
    assert not [word for word in ASKS if word in said]
