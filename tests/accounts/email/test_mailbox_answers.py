"""The demo's mailbox answers letters by real mails."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.email import demo_mailbox
from accounts.models import User
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail
from games.services.mail.reply_addresses import reply_address_for
from tests.accounts.sink import free_port, mailin
from tests.games.mail.reading import begun
from tests.games.making import hand_of, legal, user_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(settings: Settings) -> Game:
    settings.TIDEWEB_DEMO = True
    return begun()


@pytest.fixture
def marit(client: Client, game: Game) -> User:
    user = user_at(game, 0)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user


@pytest.fixture
def _listening(settings: Settings) -> Iterator[None]:
    with mailin() as port:
        settings.MAILIN_PORT = port
        yield


def a_letter(user: User, reply_to: str) -> str:
    """The address of the page that shows a letter to this person."""
    head = f"From: Tideweb <play@testserver>\r\nReply-To: {reply_to}\r\nSubject: Your move\r\n"
    demo_mailbox.store(f"{head}Message-ID: <1@testserver>\r\n\r\n17\r\n".encode(), [user])
    return reverse("mailbox_letter", args=[demo_mailbox.letters_of(user)[0].pk])


@pytest.mark.usefixtures("_listening")
def test_an_answer_is_a_mail_like_any_other(client: Client, game: Game, marit: User) -> None:
    page = a_letter(marit, f"Tideweb <{reply_address_for(marit, hand_of(game))}>")
    assert "<textarea" in client.get(page).content.decode()
    card = legal(game, 0)[4]
    assert client.post(page, {"words": card}).status_code == 302
    assert InboundMail.objects.get().door == "smtp"
    process.read_all()
    assert Bid.objects.get().via == Bid.Via.MAIL
    answer = client.get(reverse("mailbox")).content.decode()
    assert "Your e-mail is on its way" in answer


@pytest.mark.usefixtures("_listening")
def test_what_is_refused_is_said(client: Client, marit: User) -> None:
    page = a_letter(marit, "re-nobody@testserver")
    answer = client.post(page, {"words": "44"})
    assert answer.status_code == 400
    assert "550 5.1.1 No such address here." in answer.content.decode()
    assert "44</textarea>" in answer.content.decode()


def test_nobody_listens(client: Client, game: Game, marit: User, settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    page = a_letter(marit, reply_address_for(marit, hand_of(game)))
    assert "couldn’t accept the e-mail" in client.post(page, {"words": "44"}).content.decode()


def test_a_letter_that_takes_no_answer_has_no_form(client: Client, marit: User) -> None:
    page = a_letter(marit, "")
    assert "<textarea" not in client.get(page).content.decode()
