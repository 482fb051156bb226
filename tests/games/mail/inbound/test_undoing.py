"""`undo` takes back what the last mail to the same address did, as far as that can be."""

import pytest

from accounts.models import User
from games import selectors
from games.mail.inbound import process
from games.models import Game, InboundMail, Note, Plan, Vote
from games.services.mail import reply_addresses
from tests.games.mail.inbound.mailing import a_reply, stored, write
from tests.games.mail.reading import begun, letter, started, words
from tests.games.making import bid, hand_of, legal

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun(3)


def marit_of(game: Game) -> User:
    user = game.seats.get(index=0).user
    assert user is not None
    return user


def sealed(game: Game) -> str:
    own = selectors.observations.own_bid(game, hand_of(game), 0)
    assert own is not None
    return own.notation


def test_the_answer_before_counts_again_and_back(game: Game) -> None:
    marit, (first, second) = marit_of(game), legal(game, 0)[:2]
    for text, stands in ((first, first), (second, second), ("undo", first), ("undo!", second)):
        assert write(game, marit, text).outcome == "applied"
        assert sealed(game) == stands


def test_a_first_answer_stands(game: Game) -> None:
    marit, card = marit_of(game), legal(game, 0)[0]
    write(game, marit, card)
    assert write(game, marit, "undo").outcome == "refused"
    assert sealed(game) == card
    assert "it stands until you reply with another one" in words(letter(marit, "mail_table"))


def test_what_was_answered_on_the_page_in_between_is_not_guessed(game: Game) -> None:
    marit, (first, second, third) = marit_of(game), legal(game, 0)[:3]
    write(game, marit, first)
    bid(game, marit, second)
    write(game, marit, third)
    assert write(game, marit, "undo").outcome == "refused"
    assert sealed(game) == third


def test_a_plan_a_bot_and_a_vacation(game: Game) -> None:
    marit = marit_of(game)
    write(game, marit, "plan always: lowest")
    assert write(game, marit, "rückgängig").outcome == "undone"
    assert not Plan.objects.exclude(sealed=None).exists() or not selectors.hands.plans.own_plan(
        game, game.seats.get(index=0)
    )
    write(game, marit, "pass my turns to a bot")
    assert write(game, marit, "ongedaan").outcome == "undone"
    assert game.seats.get(index=0).absence == ""
    write(game, marit, "vacation 3 days")
    write(game, marit, "undo")
    assert "Nothing was changed" in words(letter(marit, "mail_table"))  # it has begun
    assert marit.vacations.count() == 1


def at_table(game: Game, user: User, body: str) -> None:
    pair = (user.pk, game.pk)
    row = reply_addresses.addresses_of_tables([pair])[pair]
    stored(reply_addresses.written(row), a_reply(user, body))
    process.read_all()


def test_a_note_and_a_vote(game: Game) -> None:
    marit = marit_of(game)
    at_table(game, marit, "note Joost keeps his 44")
    at_table(game, marit, "undo")
    assert not Note.objects.exists()
    at_table(game, marit, "pause?")
    assert not Vote.objects.exists()
    at_table(game, marit, "confirm")
    assert Vote.objects.get().wish == Vote.Wish.PAUSE
    at_table(game, marit, "undo")
    assert not Vote.objects.exists()


def test_what_was_said_stays_said(game: Game) -> None:
    marit = marit_of(game)
    at_table(game, marit, "say hello")
    at_table(game, marit, "undo")
    assert "can’t be taken back" in words(letter(marit, "mail_table"))
    assert game.messages.count() == 1


def test_behind_a_number_in_a_letter_about_several_hands(game: Game) -> None:
    """Each line is about its own hand, whatever the others did."""
    marit = marit_of(game)
    other = started([seat.user for seat in game.seats.order_by("index")], name="Texel")
    row = reply_addresses.address_of_several(marit, [hand_of(game), hand_of(other)])
    to = reply_addresses.written(row)
    first, second = legal(game, 0)[:2]
    third = legal(other, 0)[0]
    for body, stands, text in (
        (f"1: {first}\n2: {third}", first, "is sealed"),
        (f"1: {second}\n2: undo", second, "it stands until you reply with another one"),
        ("1: undo\n2: plan always: lowest", first, "is sealed"),
        ("2: undo", first, "Taken back."),
        ("2: undo", first, "can’t be taken back"),
    ):
        stored(to, a_reply(marit, body))
        process.read_all()
        assert (sealed(game), sealed(other)) == (stands, third)
        assert text in words(letter(marit, "mail_lines"))
    assert selectors.hands.plans.own_plan(other, other.seats.get(index=0)) is None


def test_nobody_elses_undo_is_kept(game: Game) -> None:
    """What is held may be confirmed much later, when it would take back something else."""
    marit = marit_of(game)
    other = started([seat.user for seat in game.seats.order_by("index")], name="Texel")
    row = reply_addresses.address_of_several(marit, [hand_of(game), hand_of(other)])
    mail = a_reply(marit, "1: undo", sender="joost@elsewhere.example")
    stored(reply_addresses.written(row), mail)
    process.read_all()
    assert InboundMail.objects.get().outcome == "unproven"


def test_nothing_to_take_back(game: Game) -> None:
    marit = marit_of(game)
    assert write(game, marit, "undo").outcome == "refused"
    assert "has done anything in the last day" in words(letter(marit, "mail_table"))
