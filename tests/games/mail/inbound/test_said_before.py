"""The same words are answered once a day: by the same person, about the same thing."""

import pytest

from accounts.models import User
from games.mail.inbound import process
from games.models import Game, InboundMail
from games.services.mail import reply_addresses
from games.services.seats import votes
from tests.games.mail.inbound.at_table import ask
from tests.games.mail.inbound.mailing import a_reply, letters_to, newest, stored, write
from tests.games.mail.reading import started
from tests.games.making import hand_of, legal, users_at

pytestmark = pytest.mark.django_db
LOST = "Sorry, no idea what I am to do here"


@pytest.mark.parametrize("about", ["hand", "table"])
def test_what_somebody_else_wrote_counts_for_nobody(game: Game, about: str) -> None:
    for user in users_at(game)[:2]:
        if about == "hand":
            write(game, user, LOST)
        else:
            ask(user, game, LOST)
        assert len(letters_to(user)) == 1


def test_each_command_that_is_refused_is_answered(game: Game, marit: User) -> None:
    for count, command in enumerate(("undo", "rematch", "record", "undo", "rematch")):
        ask(marit, game, command)
        assert len(letters_to(marit)) == min(count + 1, 3)


def test_what_is_refused_for_another_reason_is_answered(game: Game, marit: User) -> None:
    write(game, marit, "")
    write(game, marit, "extend")
    votes.extend(marit, game.code, 1)
    mail = write(game, marit, "confirm")
    assert (mail.outcome, mail.letter) == ("refused", "mail_table")


def test_other_answers_above_the_same_quote_are_other_words(game: Game, marit: User) -> None:
    cards = legal(game, 0)
    for pair in (cards[:2], cards[2:4]):
        lines = "\n".join(pair)
        write(game, marit, f"{lines}\n\n> Which card do you play in this hand of yours?")
    assert letters_to(marit) == ["mail_refused"] * 2


def test_a_doubt_is_asked_about_again_once_another_answer_was_sealed(
    game: Game, marit: User
) -> None:
    one, other = legal(game, 0)[2:4]
    bodies = (f"I think {one}", f"I think {one}", other, f"I think {one}")
    mails = [write(game, marit, body) for body in bodies]
    assert [mail.outcome for mail in mails] == ["asked", "asked", "applied", "asked"]
    assert [mail.letter for mail in mails] == ["mail_table", "", "mail_receipt", "mail_table"]


def test_so_is_one_by_its_number(game: Game, marit: User) -> None:
    hands = [hand_of(game), hand_of(started(users_at(game)))]
    to = reply_addresses.address_of(reply_addresses.address_of_several(marit, hands))
    one, other = legal(game, 0)[2:4]
    for line in (f"1: I think {one}", f"1: {other}", f"1: I think {one}"):
        assert answered(marit, to, line).letter == "mail_lines"


def test_many_lines_are_others_if_one_of_their_numbers_is(game: Game, marit: User) -> None:
    row = reply_addresses.address_of_several(marit, [hand_of(game)])
    to = reply_addresses.address_of(row)
    lines = "\n".join(f"{number}: 4{number}" for number in range(2, 9))
    for body, letter in ((lines, "mail_lines"), (lines, ""), (f"{lines}9", "mail_lines")):
        assert answered(marit, to, body).letter == letter


def answered(user: User, to: str, body: str) -> InboundMail:
    stored(to, a_reply(user, body))
    process.read_all()
    return newest()
