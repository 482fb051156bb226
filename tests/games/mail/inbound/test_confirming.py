"""A held mail waits for whoever reads the verified address: GET asks, and only a choice counts."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import links
from games.models import Bid, Game, InboundMail
from tests.games.mail.inbound.mailing import letters_to, write
from tests.games.mail.reading import begun, letter
from tests.games.making import bid_all, legal, sealed_bid, user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun()


@pytest.fixture
def marit(game: Game) -> User:
    return user_at(game, 0)


@pytest.fixture
def mail(game: Game, marit: User) -> InboundMail:
    return write(game, marit, legal(game, 0)[3], sender="marit@elsewhere.example")


@pytest.fixture
def page(mail: InboundMail) -> str:
    return reverse("confirm_mail", args=[links.confirm_token(mail.pk)])


def test_the_letter_leads_to_the_page(page: str, marit: User) -> None:
    assert page in letter(marit, "mail_held").text


def test_looking_changes_nothing(client: Client, page: str, game: Game) -> None:
    for _ in range(3):
        answer = client.get(page)
        assert f"“{legal(game, 0)[3]}”" in answer.content.decode()
        assert client.head(page).status_code == 200
    assert not Bid.objects.exists()


def test_sending_the_form_unchanged_changes_nothing(client: Client, page: str) -> None:
    assert "checked" not in client.get(page).content.decode()
    assert client.post(page, {}).status_code == 400
    assert not Bid.objects.exists()
    assert InboundMail.objects.get().state == "held"


def test_yes_does_it_once(client: Client, page: str, game: Game, marit: User) -> None:
    assert client.post(page, {"was": "me"}).status_code == 200
    assert sealed_bid(game, 0).notation == legal(game, 0)[3]
    assert letters_to(marit) == ["mail_held", "mail_receipt"]
    assert client.post(page, {"was": "me"}).status_code == 404
    assert client.get(page).status_code == 404


def test_no_does_nothing_and_takes_the_address_back(
    client: Client, page: str, mail: InboundMail
) -> None:
    assert "no longer works" in client.post(page, {"was": "not_me"}).content.decode()
    mail.address.refresh_from_db()
    assert mail.address.revoked_at is not None
    assert not Bid.objects.exists()
    assert client.post(page, {"was": "me"}).status_code == 404


def test_a_hand_that_is_past_is_refused(client: Client, page: str, game: Game) -> None:
    bid_all(game)
    answer = client.post(page, {"was": "me"})
    assert answer.status_code == 409
    assert "That hand is over" in answer.content.decode()


@pytest.mark.parametrize("token", ["x", "1:x", "1"])
def test_nobody_guesses_a_link(client: Client, page: str, token: str) -> None:
    assert client.get(reverse("confirm_mail", args=[token])).status_code == 404


def test_taking_back_all_addresses(client: Client, page: str, marit: User) -> None:
    client.force_login(marit, "django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("revoke_replies")).status_code == 405
    assert client.post(reverse("revoke_replies")).status_code == 302
    assert client.get(page).status_code == 404
