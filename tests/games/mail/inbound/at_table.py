"""A table and its people, and what somebody writes in reply to any of its letters."""

import pytest

from accounts.models import User
from accounts.notifications.kinds import Letter
from games.mail.inbound import process
from games.models import Game, InboundMail
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.mail import reply_addresses
from tests.games.mail.inbound.mailing import a_reply, newest, stored
from tests.games.mail.reading import letter, members, started
from tests.process_fixtures import again


@pytest.fixture
def people() -> list[User]:
    return again(_people)


def _people() -> list[User]:
    return members(3, zone="Europe/Amsterdam")


@pytest.fixture
def game(people: list[User]) -> Game:
    return again(started, people)


@pytest.fixture
def table(people: list[User]) -> Game:
    """Nobody but its maker sits there yet."""
    return tables.make_table(people[0], TableSettings(name="Texel", seats=4, visibility="link"))


def table_address(user: User, game: Game) -> str:
    rows = reply_addresses.addresses_of_tables([(user.pk, game.pk)])
    return reply_addresses.address_of(rows[user.pk, game.pk])


def ask(user: User, game: Game, body: str, **headers: str) -> InboundMail:
    stored(table_address(user, game), a_reply(user, body, **headers))
    process.read_all()
    return newest()


def answer_to(user: User) -> Letter:
    found = letter(user, "mail_table")
    assert found is not None
    return found
