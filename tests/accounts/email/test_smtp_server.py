"""The mail listener, over a real SMTP conversation, and the mailbox behind it."""

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from pytest_django import Settings

from accounts.email import demo_mailbox, smtp_server
from accounts.models import MailboxLetter, Notice
from accounts.notifications import delivery
from tests.accounts.making import member, tell
from tests.accounts.sink import mailin, point

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def port(settings: Settings) -> Iterator[int]:
    settings.TIDEWEB_DEMO = True
    with mailin() as port:
        yield port


@pytest.fixture
def client(port: int) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
        yield smtp


def a_mail(body: str = "It is so.") -> EmailMessage:
    letter = EmailMessage()
    letter["From"] = "Somebody <somebody@example.net>"
    letter["To"] = "marit@example.org"
    letter["Subject"] = "Grüße"
    letter["Message-ID"] = "<one@example.net>"
    letter.set_content(body)
    return letter


def test_mail_to_a_person_is_stored_sealed(client: smtplib.SMTP) -> None:
    marit = member()
    client.send_message(a_mail("The secret word"))

    row = MailboxLetter.objects.get()
    assert b"secret" not in bytes(row.sealed_raw)
    (head,) = demo_mailbox.letters_of(marit)
    assert (head.subject, head.sender) == ("Grüße", "Somebody <somebody@example.net>")
    opened = demo_mailbox.open_letter(marit, head.pk)
    assert opened is not None
    assert opened.text == "The secret word\n"


def test_unknown_recipients_are_refused_in_the_dialogue(client: smtplib.SMTP) -> None:
    member()
    client.helo()
    client.mail("somebody@example.net")
    assert client.rcpt("nobody@example.org")[0] == 550
    assert client.rcpt("MARIT@example.org")[0] == 250


def test_more_than_256_kb_is_refused(client: smtplib.SMTP) -> None:
    member()
    with pytest.raises(smtplib.SMTPException) as refusal:
        client.send_message(a_mail("x" * 70 + "\n" + ("y" * 70 + "\n") * 4000))
    assert "552" in str(refusal.value)
    assert not MailboxLetter.objects.exists()


def test_the_same_message_id_again_is_no_second_letter(client: smtplib.SMTP) -> None:
    member()
    client.send_message(a_mail())
    client.send_message(a_mail())
    assert MailboxLetter.objects.count() == 1


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff\xfe no header\r\n\r\n\x80",
        b"Content-Type: text/plain; charset=klingon\r\n\r\nqapla",
        b"Content-Type: multipart/alternative\r\n\r\nno boundary",
        b"Subject: =?utf-8?b?!!!?=\r\nMessage-ID: <<<>\r\nFrom: @@\r\n\r\nx",
        b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%",
        b"",
    ],
)
def test_rubbish_is_stored_as_it_came(client: smtplib.SMTP, raw: bytes) -> None:
    marit = member()
    client.sendmail("a@example.net", ["marit@example.org"], raw)
    (head,) = demo_mailbox.letters_of(marit)
    assert demo_mailbox.open_letter(marit, head.pk) is not None


def test_the_outbox_reaches_the_mailbox(settings: Settings, port: int) -> None:
    marit = member()
    (notice,) = tell(marit)
    point(settings, port)
    assert delivery.deliver() == 1

    (head,) = demo_mailbox.letters_of(marit)
    opened = demo_mailbox.open_letter(marit, head.pk)
    assert opened is not None
    assert (opened.text, opened.html) == ("It is so.\n", "<p>It is so.</p>")
    assert ("Message-ID", f"<{notice.message_id}@testserver>") in opened.headers


def test_a_stranger_is_refused_and_the_notice_says_so(settings: Settings, port: int) -> None:
    tell(member())
    Notice.objects.update(recipient=None, address="stranger@example.net")
    point(settings, port)
    assert delivery.deliver() == 0
    assert Notice.objects.get().reason == smtp_server.UNKNOWN


def test_nobody_opens_the_letters_of_another(client: smtplib.SMTP) -> None:
    member()
    joost = member("Joost")
    client.send_message(a_mail())
    assert demo_mailbox.open_letter(joost, MailboxLetter.objects.get().pk) is None


def test_old_letters_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_mailbox, "KEPT_FOR_EACH", 3)
    marit = member()
    for number in range(5):
        demo_mailbox.store(f"Message-ID: <{number}@x>\r\n\r\n{number}".encode(), [marit])
    assert MailboxLetter.objects.filter(recipient=marit).count() == 3
