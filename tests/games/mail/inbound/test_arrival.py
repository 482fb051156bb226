"""The doors: real conversations by SMTP and LMTP, and a provider's webhook."""

import asyncio
import base64
import hashlib
import hmac
import smtplib
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import reload
from pathlib import Path
from threading import Thread

import pytest
from django.test import Client
from django.urls import clear_url_caches
from pytest_django import Settings

import tideweb.urls
from accounts.email import inbound_routes, smtp_server
from accounts.management.commands.mailin import at_path
from accounts.models import User
from games import selectors
from games.mail.inbound import process
from games.models import Game, InboundMail
from games.services.mail import inbox
from games.services.mail.reply_addresses import reply_address_for
from tests.accounts.sink import mailin
from tests.games.mail.inbound.mailing import OURS, PASSED, a_reply
from tests.games.making import hand_of, legal, user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def smtp(game: Game) -> Iterator[smtplib.SMTP]:
    with mailin() as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        yield client


@contextmanager
def lmtp_at(path: str) -> Iterator[smtplib.LMTP]:
    """A client of the socket that `manage.py mailin` opens for a mail server."""
    loop = asyncio.new_event_loop()
    answers = smtp_server.conversations(inbound_routes.LMTP)
    thread = Thread(target=loop.run_forever)  # this one's may be in use: a browser has one
    thread.start()
    server = asyncio.run_coroutine_threadsafe(at_path(answers, Path(path)), loop).result(10)
    try:
        with smtplib.LMTP(path) as client:
            yield client
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.close()


def sealed(game: Game, seat: int = 0) -> str | None:
    own = selectors.observations.own_bid(game, hand_of(game), seat)
    return own.notation if own else None


def test_by_smtp(game: Game, marit: User, smtp: smtplib.SMTP) -> None:
    card = legal(game, 0)[0]
    to = reply_address_for(marit, hand_of(game))
    smtp.send_message(a_reply(marit, card), marit.email, [to.upper()])
    mail = InboundMail.objects.get()
    assert (mail.state, mail.door) == ("new", "smtp")
    assert b"Message-ID" not in bytes(not_none(mail.sealed_raw))
    process.read_all()
    assert sealed(game) == card


def test_by_smtp_from_elsewhere_nothing_counts_by_itself(
    game: Game, marit: User, smtp: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "is_here", lambda _peer: False)
    to = reply_address_for(marit, hand_of(game))
    smtp.send_message(a_reply(marit, legal(game, 0)[0]), marit.email, [to])
    assert InboundMail.objects.get().door == "direct"
    process.read_all()
    assert InboundMail.objects.get().outcome == "held"
    assert sealed(game) is None


@pytest.mark.parametrize(
    ("peer", "here"),
    [
        (("127.0.0.1", 4025), True),
        (("127.8.0.1", 4025), True),
        (("::1", 4025, 0, 0), True),
        (("::ffff:127.0.0.1", 4025, 0, 0), True),
        ("", True),
        (("192.0.2.7", 4025), False),
        (("10.0.0.7", 4025), False),
        (("fe80::1%eth0", 4025, 0, 2), False),
        (("2001:db8::7", 4025, 0, 0), False),
        (("rubbish", 1), False),
    ],
)
def test_who_is_this_machine(peer: object, here: bool) -> None:
    assert smtp_server.is_here(peer) is here


def test_what_is_not_known_is_refused_in_the_dialogue(smtp: smtplib.SMTP, marit: User) -> None:
    smtp.helo()
    smtp.mail("marit@example.org")
    for nobody in ("re-" + "a" * 32 + "@testserver", "playing@testserver", "x", "a b@testserver"):
        assert smtp.docmd(f"RCPT TO:<{nobody}>")[0] in (550, 553, 501)
    assert smtp.sock is not None
    smtp.sock.sendall("RCPT TO:<re-\x00\N{SNOWMAN}@testserver>\r\n".encode())
    assert smtp.getreply()[0] in (550, 553)


def test_who_guesses_is_hung_up_on(smtp: smtplib.SMTP) -> None:
    smtp.helo()
    smtp.mail("marit@example.org")
    codes = [smtp.rcpt(f"re-{n:032d}@testserver")[0] for n in range(smtp_server.MAX_UNKNOWN)]
    assert codes == [550] * (smtp_server.MAX_UNKNOWN - 1) + [421]
    assert smtp.sock is not None
    assert smtp.sock.recv(100) == b""


@pytest.mark.parametrize(
    ("body", "code"), [("y" * 70 + "\n", 552), ("\n", 552)], ids=["bytes", "lines"]
)
def test_too_big_and_too_long_are_refused(
    game: Game, marit: User, smtp: smtplib.SMTP, body: str, code: int
) -> None:
    to = reply_address_for(marit, hand_of(game))
    with pytest.raises(smtplib.SMTPResponseException) as refusal:
        smtp.sendmail(not_none(marit.email), [to], f"Subject: x\n\n{body * 4000}")
    assert refusal.value.smtp_code == code
    assert not InboundMail.objects.exists()


def test_an_address_takes_as_many_an_hour_as_operators_are_told() -> None:
    told = (Path(__file__).parents[4] / "docs" / "mail.md").read_text(encoding="utf-8")
    assert f"an address accepts\n{inbox.MAX_AN_HOUR} e-mails an hour" in told


def test_a_flood_is_asked_to_wait(
    game: Game, marit: User, smtp: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.mail.inbox.MAX_AN_HOUR", 2)
    to = reply_address_for(marit, hand_of(game))
    for _ in range(2):
        smtp.send_message(a_reply(marit, "show"), marit.email, [to])
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        smtp.send_message(a_reply(marit, "show"), marit.email, [to])
    assert refused.value.recipients[to][0] == 452


def test_by_lmtp_each_recipient_has_an_answer(game: Game, marit: User, tmp_path: object) -> None:
    joost = user_at(game, 1)
    addresses = [reply_address_for(user, hand_of(game)) for user in (marit, joost)]
    raw = (
        b"Authentication-Results: " + PASSED.encode() + b"\r\n" + a_reply(marit, "show").as_bytes()
    )
    with lmtp_at(f"{tmp_path}/lmtp") as client:
        client.ehlo()
        client.mail("marit@example.org")
        assert [client.rcpt(to)[0] for to in (*addresses, "nobody@testserver")] == [250, 250, 550]
        client.putcmd("data")
        assert client.getreply()[0] == 354
        client.send(raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") + b"\r\n.\r\n")
        assert [client.getreply()[0] for _ in addresses] == [250, 250]
    assert set(InboundMail.objects.values_list("door", flat=True)) == {"lmtp"}
    assert InboundMail.objects.count() == 2


def test_a_busy_house_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp_server, "MAX_CLIENTS", 0)
    with mailin() as port, socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        assert client.recv(100).startswith(b"421")


# ------------------------------------------------------------------ a provider's webhook


@pytest.fixture
def anymail(settings: Settings) -> Iterator[None]:
    settings.ANYMAIL = {"WEBHOOK_SECRET": "us:secret", "MAILGUN_WEBHOOK_SIGNING_KEY": "key"}
    settings.AUTHSERV_ID = OURS
    reload(tideweb.urls)
    clear_url_caches()
    yield
    settings.ANYMAIL = {}
    reload(tideweb.urls)
    clear_url_caches()


def posted(
    client: Client, game: Game, marit: User, key: str = "key", quoted: str = "", **more: str
) -> int:
    """What Mailgun posts for a mail to the address of the hand that is open."""
    stamp, token = str(int(time.time())), "t" * 50
    signature = hmac.new(key.encode(), (stamp + token).encode(), hashlib.sha256).hexdigest()
    mail = a_reply(marit, f"{legal(game, 0)[0]}\n{quoted}")
    mail["Authentication-Results"] = PASSED
    form = {
        "timestamp": stamp,
        "token": token,
        "signature": signature,
        "recipient": reply_address_for(marit, hand_of(game)),
        "sender": str(marit.email),
        "body-mime": mail.as_string(),
    }
    who = "Basic " + base64.b64encode(b"us:secret").decode()
    headers = {"authorization": more.get("auth", who)}
    return client.post("/anymail/mailgun/inbound_mime/", form, headers=headers).status_code


@pytest.mark.usefixtures("anymail")
def test_by_a_signed_webhook(client: Client, game: Game, marit: User) -> None:
    assert posted(client, game, marit) == 200
    assert InboundMail.objects.get().door == "webhook"
    process.read_all()
    assert sealed(game) == legal(game, 0)[0]


@pytest.mark.usefixtures("anymail")
def test_above_a_very_long_quotation_an_answer_counts(
    client: Client, game: Game, marit: User
) -> None:
    assert posted(client, game, marit, quoted="> as I said\n" * 3000) == 200
    process.read_all()
    assert sealed(game) == legal(game, 0)[0]


@pytest.mark.usefixtures("anymail")
def test_with_a_photo_below_it_an_answer_counts(client: Client, game: Game, marit: User) -> None:
    """Planted: Django's limit for all addresses, at which providers give up after some attempts."""
    photo = "".join(f"{'A' * 76}\n" for _line in range(9000))
    assert posted(client, game, marit, quoted=photo) == 200
    process.read_all()
    assert sealed(game) == legal(game, 0)[0]


@pytest.mark.usefixtures("anymail")
def test_a_webhook_that_is_not_signed_is_refused(client: Client, game: Game, marit: User) -> None:
    assert posted(client, game, marit, key="another") == 400
    assert posted(client, game, marit, auth="Basic eDp5") == 400
    assert not InboundMail.objects.exists()


def test_without_a_secret_there_is_no_webhook(client: Client, game: Game, marit: User) -> None:
    assert posted(client, game, marit) == 404
