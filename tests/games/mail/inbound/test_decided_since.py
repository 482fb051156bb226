"""What somebody decides on the page stands against an older e-mail of theirs that is read later:
leaving a seat, a vote, a pause."""

import pytest

from accounts.models import User
from games.mail.inbound import process
from games.models import Game, Seat
from games.services import sweep
from games.services.seats import absence
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.mail.reading import begun, letter, words
from tests.games.making import user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun(3)


@pytest.fixture
def marit(game: Game) -> User:
    return user_at(game, 0)


def work() -> None:
    """The workers wake up and do all that there is."""
    process.read_all()
    sweep.sweep()


def mails(game: Game, user: User, body: str) -> None:
    """A reply to the letter about the open hand; stored, and not read."""
    arrive(game, user, a_reply(user, body))


def test_whoever_has_left_since_is_not_brought_back_by_an_undo(game: Game, marit: User) -> None:
    mails(game, marit, "pass my turns to a bot")
    work()
    mails(game, marit, "undo")
    absence.leave(marit, game.code)
    work()
    assert game.seats.get(index=0).absence == Seat.Absence.OFFERED
    assert "that counts" in words(letter(marit, "mail_table"))


def test_whoever_has_left_since_offers_their_seat_whatever_they_had_asked_for(
    game: Game, marit: User
) -> None:
    mails(game, marit, "pass my turns to a bot")
    absence.leave(marit, game.code)
    work()
    assert game.seats.get(index=0).absence == Seat.Absence.OFFERED
    assert "that counts" in words(letter(marit, "mail_refused"))
