"""A message and a note in one e-mail: what is for its writer alone is said to nobody."""

import pytest

from accounts.models import User
from games.models import Bid, Game, Note
from tests.games.mail.inbound.at_table import game, people
from tests.games.mail.inbound.mailing import write
from tests.games.mail.inbound.test_long_words import send
from tests.games.mail.reading import letter, words
from tests.games.making import legal

__all__ = ["game", "people"]  # fixtures
pytestmark = pytest.mark.django_db
TOLD = "so we’ve done neither"


@pytest.mark.parametrize("way", ["hand", "table", "several", "person"])
@pytest.mark.parametrize(
    "body",
    [
        "say Good game!\nnote Ahmet bluffs",
        "sag hallo\nNotiz: Ahmet blufft",
        "note he bluffs\nsay gg",
    ],
)
def test_neither_is_done(game: Game, people: list[User], way: str, body: str) -> None:
    send(way, people[0], game, body)
    assert not game.messages.exists()
    assert not Note.objects.exists()
    assert TOLD in words(letter(people[0], "mail_lines" if way == "several" else "mail_table"))


def test_an_answer_above_them_counts(game: Game, people: list[User]) -> None:
    write(game, people[0], f"{legal(game, 0)[0]}\nsay gg\nnote Ahmet bluffs")
    assert Bid.objects.count() == 1
    assert not game.messages.exists()
    assert TOLD in words(letter(people[0], "mail_receipt"))
