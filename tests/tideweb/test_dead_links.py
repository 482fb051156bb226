"""The page of a link that no longer works says that, not that its address is mistyped."""

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.notifications import reconfirm_address
from games import links
from games.models import ReplyAddress
from games.services.mail.reply_addresses import reply_address_for
from games.services.results import compaction
from tests import ready_games
from tests.accounts.making import member
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
MISTYPED = "never existed"


def said(path: str) -> str:
    response = Client().get(path)
    assert response.status_code == 404
    return response.content.decode()


def dead(path: str) -> str:
    page = said(path)
    assert "<h1>This link no longer works</h1>" in page
    assert MISTYPED not in page
    return page


def test_a_link_that_has_expired(monkeypatch: pytest.MonkeyPatch) -> None:
    marit = member()
    token = signing.dumps([marit.pk, marit.email], salt=reconfirm_address.SALT)
    monkeypatch.setattr(reconfirm_address, "GOOD_FOR", -1)
    assert "This link is invalid or has expired." in dead(reverse("reach_link", args=[token]))


def test_the_button_of_a_letter_about_a_game_long_over() -> None:
    game = ready_games.take("turning-tides", "over")
    seat, hand = game.seats.exclude(user=None).select_related("user")[0], game.hands.earliest("pk")
    reply_address_for(not_none(seat.user), hand)
    path = reverse("answer-link", args=[links.answer_token(ReplyAddress.objects.get())])
    assert Client().get(path).status_code == 410
    assert compaction.compact(game.pk, timezone.now())
    assert "This link is invalid or has expired." in dead(path)


def test_an_e_mail_that_needs_no_answer_any_more() -> None:
    path = reverse("confirm_mail", args=["forged"])
    assert "This e-mail no longer needs an answer" in dead(path)


def test_another_address_may_be_mistyped() -> None:
    assert MISTYPED in said("/no/such/page/")
