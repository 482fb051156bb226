"""A server that offers it is asked in one go; what it refuses, and what follows, is as without."""

from collections.abc import Iterator

import pytest
from django.core.mail import EmailMessage
from pytest_django import Settings

from accounts.email.smtp_client import AddressRefused, SmtpClient
from accounts.operation.send_errors import RefusedForGood, TryLater
from tests.accounts.sink import Sink, listening

pytestmark = pytest.mark.parametrize("pipelining", [True, False], ids=["in one go", "one by one"])


@pytest.fixture
def sink(settings: Settings, pipelining: bool) -> Iterator[Sink]:
    with listening(settings) as sink:
        sink.pipelining = pipelining
        yield sink


def letter(number: int = 1) -> EmailMessage:
    return EmailMessage(f"Letter {number}", ".\n.44\n", "play@b.nl", [f"reader{number}@b.nl"])


def test_letters_go_by_one_connection(sink: Sink) -> None:
    with SmtpClient() as client:
        for number in (1, 2, 3):
            client.send(letter(number))
    assert [str(mail["Subject"]) for mail in sink.mails] == ["Letter 1", "Letter 2", "Letter 3"]
    assert all(mail.get_content().replace("\r\n", "\n") == ".\n.44\n" for mail in sink.mails)
    assert sink.senders == ["play@b.nl"] * 3
    assert len(sink.clients) == 1


@pytest.mark.parametrize("waits_anyway", [True, False])
@pytest.mark.parametrize(
    ("text", "error"), [("550 5.1.1 No", AddressRefused), ("450 Full", TryLater)]
)
def test_a_refused_reader_costs_the_next_nothing(
    text: str, error: type[Exception], waits_anyway: bool, sink: Sink
) -> None:
    sink.rcpt, sink.waits_anyway, sink.data = text, waits_anyway, "554 No readers"
    with SmtpClient() as client:
        with pytest.raises(error, match=text):
            client.send(letter())
        sink.rcpt, sink.waits_anyway, sink.data = "250 Fine", False, "250 Taken"
        client.send(letter(2))
    assert [str(mail["Subject"]) for mail in sink.mails] == ["Letter 2"]
    assert len(sink.clients) == 1


def test_a_server_that_wants_no_letter_gets_none(sink: Sink) -> None:
    sink.forgets = True
    with SmtpClient() as client:
        with pytest.raises(RefusedForGood, match="503"):
            client.send(letter())
        sink.forgets = False
        client.send(letter(2))
    assert [str(mail["Subject"]) for mail in sink.mails] == ["Letter 2"]


def test_a_refused_letter_costs_the_next_nothing(sink: Sink) -> None:
    sink.data = "552 Too long"
    with SmtpClient() as client:
        with pytest.raises(RefusedForGood, match="552"):
            client.send(letter())
        sink.data = "250 Taken"
        client.send(letter(2))
    assert [str(mail["Subject"]) for mail in sink.mails] == ["Letter 2"]
