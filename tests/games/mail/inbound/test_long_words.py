"""A first paragraph that a mail program sends as one long line: nothing below it gets lost."""

import pytest

from accounts.models import User
from games import game_secrets
from games.mail.inbound import process
from games.mail.inbound.commands import MAX_LENGTH
from games.models import Game, Note
from games.services.mail import reply_addresses
from tests.games.mail.inbound.at_table import ask, game, people
from tests.games.mail.inbound.mailing import a_reply, letters_to, stored, write
from tests.games.making import hand_of

__all__ = ["game", "people"]  # fixtures
pytestmark = pytest.mark.django_db
BELOW = "And a second paragraph."


def send(way: str, user: User, game: Game, body: str) -> None:
    if way == "hand":
        write(game, user, body)
    elif way == "table":
        ask(user, game, body)
    else:
        address, body = others(way, user, game, body)
        stored(address, a_reply(user, body))
        process.read_all()


def others(way: str, user: User, game: Game, body: str) -> tuple[str, str]:
    if way == "several":
        row = reply_addresses.address_of_several(user, [hand_of(game)])
        return reply_addresses.address_of(row), f"1: {body}"
    (row,) = reply_addresses.addresses_of_people([user.pk]).values()
    return reply_addresses.address_of(row), f"{game.code}: {body}"


@pytest.mark.parametrize("length", [MAX_LENGTH, MAX_LENGTH + 20])
@pytest.mark.parametrize("way", ["hand", "table", "several", "person"])
def test_a_note_is_kept_whole(game: Game, people: list[User], way: str, length: int) -> None:
    first = "word " * (length // 5 - 3) + "end."
    send(way, people[0], game, f"note {first}\n{BELOW}")
    (note,) = Note.objects.all()
    assert game_secrets.open_note(note, game.code) == f"{first}\n{BELOW}"


@pytest.mark.parametrize("way", ["hand", "table", "several"])
def test_so_is_one_that_begins_politely(game: Game, people: list[User], way: str) -> None:
    send(way, people[0], game, f"Please note a first line\n{BELOW}")
    (note,) = Note.objects.all()
    assert game_secrets.open_note(note, game.code) == f"a first line\n{BELOW}"


@pytest.mark.parametrize("way", ["hand", "table", "several"])
@pytest.mark.parametrize(
    "words", ["not now", "thank you", "I can’t play now, thanks", "buy milk 🙂", "see you then!"]
)
def test_its_end_is_no_courtesy(game: Game, people: list[User], way: str, words: str) -> None:
    """Without its last word it may say the opposite."""
    send(way, people[0], game, f"Please note {words}")
    (note,) = Note.objects.all()
    assert game_secrets.open_note(note, game.code) == words


@pytest.mark.parametrize("way", ["hand", "table", "several"])
def test_or_is_refused_if_it_is_long(game: Game, people: list[User], way: str) -> None:
    """No part of it is kept."""
    send(way, people[0], game, f"Please note {'word ' * 30}")
    assert not Note.objects.exists()
    assert len(letters_to(people[0])) == 1
