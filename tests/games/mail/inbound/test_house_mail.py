"""Whoever answers any letter of ours, or writes to the house itself, is never bounced."""

import smtplib
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.email import smtp_server
from accounts.email.inbound_routes import Arrival
from accounts.models import ModerationEntry, Notice, User
from accounts.notifications import delivery
from games.mail.inbound.house_mail import House
from games.models import Game, HouseMail, InboundMail, Invitation
from games.services.mail import house_mail
from games.services.mail.reply_addresses import reply_address_for, revoke
from tests.accounts.making import staff
from tests.accounts.sink import listening, mailin
from tests.games.mail.inbound.mailing import OURS, PASSED, a_reply
from tests.games.mail.reading import mail
from tests.games.making import bid, hand_of
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
FROM = "play@testserver"


@pytest.fixture
def smtp(game: Game) -> Iterator[smtplib.SMTP]:
    with mailin() as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        yield client


def sent_to(settings: Settings, user: User) -> list[EmailMessage]:
    """What leaves for this person that answers such a mail."""
    Notice.objects.exclude(kind="mail_house").delete()
    with listening(settings) as sink:
        delivery.deliver()
    return [each for each in sink.mails if not_none(user.email) in str(each["To"])]


def words_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).split())


def test_what_our_letters_are_from_takes_an_answer(
    smtp: smtplib.SMTP, game: Game, marit: User, settings: Settings
) -> None:
    assert FROM in mail(marit, "game_started").decode()
    smtp.sendmail(not_none(marit.email), [FROM], a_reply(marit, "Thanks!").as_bytes())
    (answer,) = sent_to(settings, marit)
    text = words_of(answer)
    assert "changed nothing" in text
    assert "SCHIERMONNIKOOG" in text
    assert answer["Reply-To"] == reply_address_for(marit, hand_of(game))
    assert "You can answer:" in text
    assert answer["Auto-Submitted"] == "auto-replied"


def test_it_is_answered_once_a_day(smtp: smtplib.SMTP, marit: User, settings: Settings) -> None:
    for _ in range(4):
        smtp.sendmail(not_none(marit.email), [FROM], a_reply(marit, "Thanks!").as_bytes())
    assert len(sent_to(settings, marit)) == 1
    assert HouseMail.objects.filter(outcome="answered").count() == 4


@pytest.mark.parametrize(
    "sign",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<all.example.org>"},
        {"sender": "Mail Delivery <mailer-daemon@example.org>"},
    ],
)
def test_a_machine_is_taken_and_never_answered(
    smtp: smtplib.SMTP, marit: User, settings: Settings, sign: dict[str, str]
) -> None:
    smtp.sendmail("bounce@example.org", [FROM], a_reply(marit, "I am away", **sign).as_bytes())
    smtp.sendmail("", [FROM], a_reply(marit, "Undelivered").as_bytes())
    assert not sent_to(settings, marit)
    assert set(HouseMail.objects.values_list("outcome", flat=True)) == {"automatic"}


def test_a_stranger_is_taken_and_not_written_to(
    smtp: smtplib.SMTP, marit: User, settings: Settings
) -> None:
    stranger = a_reply(marit, "Buy this", sender="you@elsewhere.example")
    smtp.sendmail("you@elsewhere.example", [FROM], stranger.as_bytes())
    assert not Notice.objects.filter(kind="mail_house").exists()
    assert HouseMail.objects.get().outcome == "unknown"


def test_a_forged_sender_is_not_written_to(game: Game, marit: User, settings: Settings) -> None:
    settings.AUTHSERV_ID = OURS
    failed = PASSED.replace("pass", "fail", 1)
    forged = a_reply(marit, "44", Authentication_Results=failed)
    with mailin("lmtp") as port, smtplib.LMTP("127.0.0.1", port) as lmtp:
        lmtp.sendmail(not_none(marit.email), [FROM], forged.as_bytes())
    assert not Notice.objects.filter(kind="mail_house").exists()


def test_whoever_was_invited_is_answered_where_the_sender_is_vouched_for(
    game: Game, marit: User, settings: Settings
) -> None:
    settings.AUTHSERV_ID = OURS
    settings.DEFAULT_FROM_EMAIL = f"Tideweb <{FROM}>"
    week = game.created_at.replace(year=2099)
    Invitation.objects.create(game=game, email="new@example.org", sent_by=marit, expires_at=week)
    asked = a_reply(marit, "Who?", sender="new@example.org", Authentication_Results=PASSED)
    with mailin("lmtp") as port, smtplib.LMTP("127.0.0.1", port) as lmtp:
        lmtp.sendmail("new@example.org", [FROM], asked.as_bytes())
    assert Notice.objects.get(kind="mail_house").address == "new@example.org"
    with listening(settings) as sink:
        delivery.deliver()
    assert any("new@example.org" in str(each["To"]) for each in sink.mails)


@pytest.mark.parametrize("address", ["postmaster@testserver", "ABUSE@testserver", "postmaster"])
def test_postmaster_and_abuse_reach_the_operators(
    smtp: smtplib.SMTP, marit: User, client: Client, address: str
) -> None:
    smtp.ehlo()
    assert smtp.docmd("MAIL FROM:<you@elsewhere.example>")[0] == 250
    assert smtp.docmd(f"RCPT TO:<{address}>")[0] == 250
    code, _said = smtp.data(b"Subject: Spam from you\r\n\r\nPlease stop.\r\n")
    assert code == 250
    kept = HouseMail.objects.get()
    assert not Notice.objects.filter(kind="mail_house").exists()

    client.force_login(staff())
    start = client.get("/admin/").content.decode()
    assert f"/admin/games/housemail/{kept.pk}/change/" in start
    page = client.get(f"/admin/games/housemail/{kept.pk}/change/").content.decode()
    assert "Please stop." in page
    assert ModerationEntry.objects.filter(command="read_letter").exists()


def test_of_an_answer_to_the_wrong_letter_nobody_sees_the_card(
    smtp: smtplib.SMTP, marit: User
) -> None:
    smtp.sendmail(not_none(marit.email), [FROM], a_reply(marit, "44").as_bytes())
    assert HouseMail.objects.get().sealed_raw is None


def test_past_and_revoked_addresses_are_taken_too(
    smtp: smtplib.SMTP, game: Game, marit: User
) -> None:
    address = reply_address_for(marit, hand_of(game))
    revoke(marit)
    smtp.sendmail(not_none(marit.email), [address], a_reply(marit, "44").as_bytes())
    assert InboundMail.objects.count() == 1


def test_nobodys_address_is_refused_still(smtp: smtplib.SMTP, marit: User) -> None:
    for address in ("nobody@testserver", "play@elsewhere.example", "abuse@elsewhere.example"):
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            smtp.sendmail(not_none(marit.email), [address], b"Subject: x\r\n\r\ny\r\n")


def test_a_flood_waits_at_its_own_server(
    smtp: smtplib.SMTP, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_mail, "MAX_AN_HOUR", 1)
    smtp.sendmail(not_none(marit.email), [FROM], a_reply(marit, "Thanks!").as_bytes())
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        smtp.sendmail(not_none(marit.email), [FROM], a_reply(marit, "Thanks!").as_bytes())
    (answer,) = refused.value.recipients.values()
    assert answer[0] == int(smtp_server.FLOODED[:3])
    HouseMail.objects.update(received_at=timezone.now() - timedelta(hours=1))
    smtp.sendmail(not_none(marit.email), [FROM], a_reply(marit, "Thanks!").as_bytes())
    assert HouseMail.objects.count() == 2


def test_answers_come_here_whatever_the_letters_are_from(
    game: Game, marit: User, settings: Settings
) -> None:
    settings.DEFAULT_FROM_EMAIL = "Tideweb <play@example.org>"
    settings.REPLY_DOMAIN = "reply.example.org"
    for kind in ("game_started", "your_move"):
        assert "Reply-To: re-" in mail(marit, kind).decode()
    bid(game, marit)
    House().take(
        Arrival(a_reply(marit, "Hi").as_bytes(), "play@example.org", not_none(marit.email))
    )
    assert "Reply-To: play@reply.example.org" in mail(marit, "mail_house").decode()


def test_it_is_forgotten_after_a_month(
    smtp: smtplib.SMTP, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    smtp.sendmail("you@elsewhere.example", ["abuse@testserver"], b"Subject: x\r\n\r\ny\r\n")
    assert house_mail.forget_old() == 0
    monkeypatch.setattr(house_mail, "KEPT_FOR", house_mail.KEPT_FOR * 0)
    assert house_mail.forget_old() == 1
    assert not HouseMail.objects.exists()
