"""Links in letters name their row so that its number, which counts those of others, isn't told."""

import pytest
from django.core import signing

from games import links
from games.models import InboundMail, ReplyAddress
from games.services.mail import inbox
from games.services.mail.reply_addresses import address_by_link, address_named, reply_address_for
from tests.games.mail.inbound.mailing import a_reply, newest, stored
from tests.games.mail.reading import begun
from tests.games.making import hand_of, user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def address() -> ReplyAddress:
    game = begun(3)
    return not_none(address_named(reply_address_for(user_at(game, 0), hand_of(game))))


@pytest.fixture
def mail(address: ReplyAddress) -> InboundMail:
    game = not_none(address.hand).game
    stored(reply_address_for(address.user, not_none(address.hand)), a_reply(user_at(game, 0), "44"))
    InboundMail.objects.update(state=InboundMail.State.HELD, sealed_result=b"something")
    return newest()


def test_they_lead_to_their_row(address: ReplyAddress, mail: InboundMail) -> None:
    named = not_none(links.address_of(links.answer_token(address)))
    assert address_by_link(**named) == address
    named = not_none(links.mail_of(links.confirm_token(mail)))
    assert inbox.held_mail(**named) == mail


def test_so_do_those_in_letters_of_before(address: ReplyAddress, mail: InboundMail) -> None:
    token = signing.Signer(salt=links.ANSWER_SALT).sign_object(address.pk)
    assert address_by_link(**not_none(links.address_of(token))) == address
    token = signing.Signer(salt=links.MAIL_SALT).sign_object(mail.pk)
    assert inbox.held_mail(**not_none(links.mail_of(token))) == mail


def test_forged_ones_lead_nowhere(address: ReplyAddress, mail: InboundMail) -> None:
    for token in ("", "x", "x:y", links.answer_token(address)[:-1], links.confirm_token(mail)):
        assert links.address_of(token) is None
    for token in ("", "x:y", links.confirm_token(mail)[:-1], links.answer_token(address)):
        assert links.mail_of(token) is None


def test_they_hold_no_number(address: ReplyAddress, mail: InboundMail) -> None:
    assert links.answer_token(address).startswith(f"{address.digest[:32]}:")
    assert links.confirm_token(mail).startswith(f"{address.digest[:32]}{mail.identity[:32]}")
