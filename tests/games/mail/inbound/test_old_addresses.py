"""Replies to addresses that mean nothing any more: a letter says why, and can be answered."""

from email.message import EmailMessage

import pytest
from pytest_django import Settings

from accounts.email.inbound_routes import LMTP
from accounts.models import User
from games.mail.inbound import process
from games.models import Game
from games.services.mail import reply_addresses
from games.services.mail.reply_addresses import reply_address_for
from games.services.seats import absence, substitutes
from tests.accounts.making import member
from tests.games.mail.inbound.at_table import table_address
from tests.games.mail.inbound.mailing import OURS, PASSED, VOUCHED, a_reply, stored
from tests.games.mail.reading import begun, letter, started, words
from tests.games.making import hand_of, legal, user_at, users_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(settings: Settings) -> Game:
    settings.AUTHSERV_ID = OURS
    return begun(3)


@pytest.fixture
def marit(game: Game) -> User:
    return user_at(game, 0)


def vouched(user: User, body: str) -> EmailMessage:
    return a_reply(user, body, **{VOUCHED: PASSED})


def told(user: User, to: str, kind: str, body: str = "44") -> str:
    """What the letter says that answers a mail to that address."""
    stored(to, vouched(user, body), LMTP)
    process.read_all()
    return words(letter(user, kind))


def replaced(game: Game, user: User) -> None:
    absence.leave(user, game.code)
    substitutes.take(member("Wim"), game.code, 0)


def test_whoever_was_replaced_is_told_so(game: Game, marit: User) -> None:
    to = reply_address_for(marit, hand_of(game))
    replaced(game, marit)
    assert "a table where you no longer sit" in told(marit, to, "mail_table")


@pytest.mark.parametrize("about", ["hand", "hands", "table"])
def test_a_revoked_address_is_called_that(game: Game, marit: User, about: str) -> None:
    hand = hand_of(game)
    several = reply_addresses.address_of(reply_addresses.address_of_several(marit, [hand]))
    to, kind, says = {
        "hand": (reply_address_for(marit, hand), "mail_state", "asked for new reply addresses"),
        "hands": (several, "mail_lines", "asked for new reply addresses"),
        "table": (table_address(marit, game), "mail_table", "can’t write to that address any more"),
    }[about]
    reply_addresses.revoke(marit)
    said = told(marit, to, kind)
    assert says in said
    for untrue in ("over", "no longer sit", "None of the hands"):
        assert untrue not in said


def test_of_several_hands_one_was_at_a_seat_that_is_another_persons(
    game: Game, marit: User
) -> None:
    other = started(users_at(game))
    hands = [hand_of(game), hand_of(other)]
    to = reply_addresses.address_of(reply_addresses.address_of_several(marit, hands))
    replaced(game, marit)
    said = told(marit, to, "mail_lines", f"1: 44\n2: {legal(other, 0)[0]}")
    assert "You wrote “44”. You no longer sit at this table." in said
    assert "hand that is over" not in said
