"""Too many mails for a letter each: every sort has its own measure, and nothing is lost."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Notice, User
from accounts.notifications import delivery
from accounts.text.bidi_isolation import isolated
from games.models import Game, InboundMail, Vote
from games.services.mail import inbox
from tests.accounts.sink import Sink, listening
from tests.games.mail.inbound.mailing import letters_to, write
from tests.games.making import legal, sealed_bid, users_at
from tests.narrowing import not_none
from tests.sampling import whole

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _soon_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """What test_once.py tests with the real measures is too much sooner here."""
    if not whole():
        monkeypatch.setattr(inbox, "LETTERS_AN_HOUR", 3)
        monkeypatch.setattr(inbox, "MAX_IN_VAIN", 2)


def strangers_write(game: Game, marit: User, times: int) -> None:
    for _ in range(times):
        write(game, marit, legal(game, 0)[0], sender="somebody@elsewhere.example")


def refused_till_it_is_enough(game: Game, marit: User) -> None:
    for number in range(inbox.MAX_IN_VAIN):
        write(game, marit, f"{number + 61} elephants")


def texts(sink: Sink, user: User) -> list[str]:
    """What was sent to this person, one after the other."""
    return [
        part.get_content()
        for mail in sink.mails
        if user.email in mail["To"]
        for part in mail.walk()
        if part.get_content_type() == "text/plain"
    ]


def test_strangers_use_up_no_letter_about_my_own_mails(game: Game, marit: User) -> None:
    strangers_write(game, marit, inbox.LETTERS_AN_HOUR + 2)
    assert letters_to(marit) == ["mail_held"] * inbox.LETTERS_AN_HOUR
    write(game, marit, "68 please")
    write(game, marit, "show")
    write(game, marit, legal(game, 0)[0])
    assert letters_to(marit)[-3:] == ["mail_refused", "mail_state", "mail_receipt"]


def test_receipts_use_up_no_refusal(game: Game, marit: User) -> None:
    cards = legal(game, 0)
    for number in range(inbox.LETTERS_AN_HOUR + 2):
        write(game, marit, cards[number % 2])
    write(game, marit, "68 please")
    assert letters_to(marit)[-1] == "mail_refused"


def test_what_was_held_back_stands_first_in_the_next_letter(
    game: Game, marit: User, settings: Settings
) -> None:
    refused_till_it_is_enough(game, marit)
    write(game, marit, "68 please")
    assert letters_to(marit).count("mail_refused") == inbox.MAX_IN_VAIN
    assert InboundMail.objects.latest("pk").held_back == "mail_refused"
    Notice.objects.exclude(kind="your_move").delete()
    with listening(settings) as sink:
        delivery.deliver()
    (first,) = texts(sink, marit)
    assert "| Your e-mail of" in first
    assert "as an answer" in " ".join(first.replace("| ", "").split())
    assert first.index("68") < first.index("YOUR MOVE")
    assert all(
        "Your e-mail of" not in text
        for user in members_but(game, marit)
        for text in texts(sink, user)
    )
    assert InboundMail.objects.latest("pk").said_at is not None


def test_a_table_that_reads_from_right_to_left_turns_nothing_around_it(
    game: Game, marit: User, settings: Settings
) -> None:
    Game.objects.filter(pk=game.pk).update(name="אור")
    refused_till_it_is_enough(game, marit)
    write(game, marit, "68 please")
    Notice.objects.exclude(kind="your_move").delete()
    with listening(settings) as sink:
        delivery.deliver()
    assert f"table {isolated('אור')}: We can’t read" in clean(texts(sink, marit)[0])


def members_but(game: Game, user: User) -> list[User]:
    return [other for other in users_at(game) if other != user]


def test_it_is_said_once(game: Game, marit: User, settings: Settings) -> None:
    refused_till_it_is_enough(game, marit)
    write(game, marit, "68 please")
    with listening(settings) as sink:
        delivery.deliver()
    told = texts(sink, marit)
    assert len(told) > 2
    assert sum("Your e-mail of" in text for text in told) == 1


def test_a_letter_that_does_not_leave_has_not_said_it(
    game: Game, marit: User, settings: Settings
) -> None:
    refused_till_it_is_enough(game, marit)
    write(game, marit, "68 please")
    with listening(settings) as sink:
        sink.data = "451 not now"
        delivery.deliver()
        assert InboundMail.objects.latest("pk").said_at is None
        sink.data = "250 Taken"
        Notice.objects.update(leased_until=None)
        delivery.deliver()
    assert sum("Your e-mail of" in text for text in texts(sink, marit)) == 1


def test_strangers_are_counted_and_never_quoted(
    game: Game, marit: User, settings: Settings
) -> None:
    strangers_write(game, marit, inbox.LETTERS_AN_HOUR + 3)
    with listening(settings) as sink:
        delivery.deliver()
    (words,) = [text for text in texts(sink, marit) if "3 more e-mails came in your name" in text]
    assert "Your e-mail of" not in words


def test_many_are_said_in_several_letters(game: Game, marit: User, settings: Settings) -> None:
    refused_till_it_is_enough(game, marit)
    for number in range(7):
        write(game, marit, f"{number + 71} thanks")
    with listening(settings) as sink:
        delivery.deliver()
    assert [text.count("| Your e-mail of") for text in texts(sink, marit)][:3] == [5, 2, 0]


def test_the_same_line_held_back_is_said_once(game: Game, marit: User) -> None:
    refused_till_it_is_enough(game, marit)
    for _ in range(3):
        write(game, marit, "68 please")
    assert InboundMail.objects.filter(held_back="mail_refused").count() == 1


def test_a_receipt_that_was_held_back_says_so(game: Game, marit: User, settings: Settings) -> None:
    cards = legal(game, 0)
    for number in range(inbox.LETTERS_AN_HOUR + 1):
        write(game, marit, cards[number % 2])
    with listening(settings) as sink:
        delivery.deliver()
    first = next(text for text in texts(sink, marit) if "| Your e-mail of" in text)
    assert "it was carried out" in " ".join(first.replace("| ", "").split())


def test_what_was_left_of_a_mail_is_told_there_too(
    game: Game, marit: User, settings: Settings
) -> None:
    first, second = legal(game, 0)[:2]
    for number in range(inbox.LETTERS_AN_HOUR):
        write(game, marit, (first, second)[number % 2])
    write(game, marit, f"{second}\nextend")
    assert InboundMail.objects.latest("pk").held_back == "mail_receipt"
    Notice.objects.exclude(kind="your_move").delete()
    write(game, marit, "show")
    with listening(settings) as sink:
        delivery.deliver()
    assert "We did nothing about “extend”" in " ".join(" ".join(texts(sink, marit)).split())


@pytest.mark.parametrize("body", ["cancel?", "I think {}"])
def test_what_we_ask_is_confirmed_on_the_page_that_it_names(
    client: Client, game: Game, marit: User, settings: Settings, body: str
) -> None:
    for number in range(inbox.LETTERS_AN_HOUR):
        write(game, marit, f"note {number}")
    mail = write(game, marit, body.format(legal(game, 0)[3]))
    assert (mail.outcome, mail.held_back) == ("asked", "mail_table")
    with listening(settings) as sink:
        delivery.deliver()
    told = next(text for text in texts(sink, marit) if "only once you confirm it" in clean(text))
    assert "reply with just" not in clean(told).lower()
    page = not_none(re.search(r"/mail/confirm/\S+", told))[0]
    assert client.post(page, {"was": "me"}).status_code == 200
    assert Vote.objects.exists() or sealed_bid(game, 0).notation == legal(game, 0)[3]


def clean(text: str) -> str:
    return " ".join(text.replace("| ", "").split())
