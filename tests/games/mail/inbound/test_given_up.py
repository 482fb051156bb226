"""A mail that breaks its reader again and again is given up, and its sender is told."""

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from accounts.models import User
from games import tasks
from games.mail import held_back
from games.mail.inbound import process
from games.models import Game, InboundMail
from games.services.mail import inbox, reply_addresses
from games.services.seats import absence, substitutes
from tests.accounts.making import member
from tests.games.mail.inbound.at_table import table_address
from tests.games.mail.inbound.mailing import a_reply, letters_to, newest, stored
from tests.games.mail.reading import letter, notice, words
from tests.games.making import hand_of

pytestmark = pytest.mark.django_db
SAID = "we couldn’t read your e-mail, and it changed nothing. Send it again"


@pytest.fixture(autouse=True)
def _nobody_can_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_mail: InboundMail) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(process, "answer", broken)


def given_up(user: User, to: str) -> InboundMail:
    stored(to, a_reply(user, "44"))
    for _sweep in range(inbox.MAX_ATTEMPTS):
        assert newest().state == InboundMail.State.NEW
        process.read_all()
    return newest()


@pytest.mark.parametrize("about", ["hand", "hands", "table", "person"])
def test_a_letter_asks_for_it_again(game: Game, marit: User, about: str) -> None:
    hand = hand_of(game)
    several = reply_addresses.address_of_several(marit, [hand])
    own = reply_addresses.addresses_of_people([marit.pk])[marit.pk]
    to, kind = {
        "hand": (reply_addresses.reply_address_for(marit, hand), "mail_state"),
        "hands": (reply_addresses.address_of(several), "mail_lines"),
        "table": (table_address(marit, game), "mail_table"),
        "person": (reply_addresses.address_of(own), "mail_table"),
    }[about]
    assert given_up(marit, to).state == InboundMail.State.FAILED
    assert letters_to(marit) == [kind]
    assert SAID in words(letter(marit, kind))


def test_whoever_has_left_since_is_told_too(game: Game, marit: User) -> None:
    to = reply_addresses.reply_address_for(marit, hand_of(game))
    absence.leave(marit, game.code)
    substitutes.take(member("Wim"), game.code, 0)
    given_up(marit, to)
    assert SAID in words(letter(marit, "mail_table"))


def test_after_a_few_the_next_letter_says_it(game: Game, marit: User) -> None:
    to = table_address(marit, game)
    for _mail in range(inbox.MAX_IN_VAIN + 1):
        given_up(marit, to)
    assert len(letters_to(marit)) == inbox.MAX_IN_VAIN
    (first,) = held_back.first(notice(marit, "your_move"))
    assert SAID in first.words


def test_no_mail_is_blamed_for_a_task_whose_time_is_up(
    game: Game, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(_mail: InboundMail) -> None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(process, "answer", late)
    stored(reply_addresses.reply_address_for(marit, hand_of(game)), a_reply(marit, "44"))
    for _sweep in range(inbox.MAX_ATTEMPTS):
        tasks.sweep()
    assert newest().state == InboundMail.State.NEW
