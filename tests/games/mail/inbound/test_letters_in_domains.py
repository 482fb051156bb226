"""Somebody’s mailbox is at müller.example, in the headers of mails xn--mller-kva.example."""

from email.utils import parseaddr

import pytest
from allauth.account.models import EmailAddress
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from pytest_django import Settings

from accounts.email import inbound_routes
from accounts.email.domain_spellings import in_ascii
from accounts.email.inbound_routes import Arrival
from accounts.models import User
from accounts.notifications import bounces, provider_events
from accounts.notifications.channels import email as mail_channel
from games.mail.inbound import process
from games.mail.inbound.house_mail import House
from games.models import Game, HouseMail
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.services.mail import invitation_replies, loaded_mails
from tests.games.mail.inbound.mailing import OURS, a_reply, arrive, newest
from tests.games.mail.reading import notice
from tests.games.making import legal

pytestmark = pytest.mark.django_db
WRITTEN, IN_HEADERS = "marit@müller.example", "marit@xn--mller-kva.example"
SENDER = f"Marit <{IN_HEADERS}>"
PASSED = f"{OURS}; dmarc=pass header.from=xn--mller-kva.example"


@pytest.fixture
def at_mueller(marit: User) -> User:
    User.objects.filter(pk=marit.pk).update(email=WRITTEN)
    EmailAddress.objects.filter(user=marit).update(email=WRITTEN)
    return User.objects.get(pk=marit.pk)


def test_a_letter_reaches_them_and_their_answer_counts(
    game: Game, at_mueller: User, settings: Settings
) -> None:
    settings.AUTHSERV_ID = OURS
    letter = mail_channel.compose(notice(at_mueller, "your_move"))
    assert parseaddr(letter.to[0]) == ("Marit", IN_HEADERS)

    body = legal(game, 0)[0]
    reply = a_reply(at_mueller, body, sender=SENDER, Authentication_Results=PASSED)
    arrive(game, at_mueller, reply, origin=inbound_routes.LMTP)
    process.read_all()
    assert newest().outcome == "applied"


def test_letters_whose_capitals_databases_write_otherwise_are_theirs(marit: User) -> None:
    written = "marit@ταΐζω.example"
    EmailAddress.objects.filter(user=marit).update(email=written)
    assert loaded_mails.is_own_address(marit.pk, in_ascii(written))
    assert loaded_mails.is_own_address(marit.pk, written)
    assert not loaded_mails.is_own_address(marit.pk, "marit@example.org")


def test_the_house_knows_them(at_mueller: User) -> None:
    reply = a_reply(at_mueller, "What waits for me?", sender=SENDER)
    House().take(Arrival(reply.as_bytes(), "play@testserver", IN_HEADERS))
    assert HouseMail.objects.get().outcome == HouseMail.Outcome.ANSWERED


def test_an_event_of_a_provider_is_about_them(at_mueller: User) -> None:
    event = AnymailTrackingEvent(
        event_type=EventType.BOUNCED,
        reject_reason=RejectReason.INVALID,
        recipient=IN_HEADERS,
        metadata={"notice": notice(at_mueller, "your_move").message_id},
    )
    provider_events.on_tracking(event)
    assert bounces.unreached(at_mueller) is not None


def test_they_accept_an_invitation_by_mail(marit: User) -> None:
    game = tables.make_table(marit, TableSettings("turning-tides", name="Texel", seats=2))
    asked = invitations.invite(marit, game.code, "anna@müller.example")
    sender = "Anna <anna@xn--mller-kva.example>"
    to = invitation_replies.address_of(asked)
    raw = a_reply(marit, "accept", sender=sender).as_bytes()
    taker = inbound_routes.taker_of(to)
    assert taker is not None
    taker.take(Arrival(raw, to, "anna@xn--mller-kva.example", inbound_routes.LMTP))
    process.read_all()
    assert User.objects.get(email="anna@müller.example").seats.count() == 1
