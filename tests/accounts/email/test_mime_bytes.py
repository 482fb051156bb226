"""What leaves says what Django's own classes would have written."""

import quopri
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.core.mail import BadHeaderError

from accounts.email.mime_bytes import Post, _part

TEXT = "Deine Karten: 4 · 44\n.\n.44\nFrom here =20 on  \n\n" + "lang " * 40 + "\n"
LONG = (
    f"<http://testserver/letters/stop/{'a' * 90}/>, <mailto:s-{'1' * 40}@testserver?subject=stop>"
)


def post(subject: str = "Turn the Tide", to: str = "marit@example.org", **headers: str) -> Post:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sender = {"From": "Tideweb <play@example.org>", "Message-ID": "<1@example.org>"}
    mail = Post(subject, TEXT, "b-1@example.org", [to], headers={**sender, **named})
    mail.attach_alternative(f"<p>{TEXT}</p>", "text/html")
    return mail


def read(raw: bytes) -> tuple[list[tuple[str, str]], list[str]]:
    """The headers, but for the boundary, and the parts, as a reader's program finds them."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    assert not mail.defects
    mail.replace_header("Content-Type", mail.get_content_type())
    del mail["Date"]  # that of another second
    parts = [part.get_content().replace("\r\n", "\n").rstrip() for part in mail.iter_parts()]
    return sorted((name, str(value).lstrip()) for name, value in mail.items()), parts


@pytest.mark.parametrize(
    "mail",
    [
        post(),
        post("Gezeiten wenden, Tisch ä·3f", "Jörg Ødegård <joerg@example.org>"),
        post("=?utf-8?q?not_encoded?=", '"Neill, A <x>" <a@b.nl>', Reply_To="re-1@example.org"),
        post("a" * 200, List_Unsubscribe=LONG, Reply_To="Table, one <t-1@example.org>"),
        post("word " * 40, "Marit <marit@example.org>", X_Odd="two  blanks\tand a tab"),
    ],
)
def test_it_reads_as_djangos_own(mail: Post) -> None:
    raw = mail.as_sent()
    assert read(raw) == read(mail.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"=0D" not in raw
    body = raw.partition(b"\r\n\r\n")[2]
    assert max(map(len, body.split(b"\r\n"))) <= 78


@pytest.mark.parametrize("sign", ["=", "ä", "🃏", " ", "\t", "\r"])
def test_no_sign_is_broken_where_a_line_is(sign: str) -> None:
    for length in range(65, 85):
        text = f"{'x' * length}{sign * 3}{'y' * length}{sign}\n"
        words = _part("text/plain", text).partition(b"\r\n\r\n")[2].removesuffix(b"\r\n")
        assert quopri.decodestring(words).decode() == text.replace("\r\n", "\n").replace(
            "\n", "\r\n"
        )
        lines = words.split(b"\r\n")
        assert max(map(len, lines)) <= 77  # one that ends in a blank is one too long
        assert not any(line.endswith((b" ", b"\t")) for line in lines)


@pytest.mark.parametrize("name", ["subject", "to", "X_Odd"])
def test_nobody_adds_a_header_by_a_line_break(name: str) -> None:
    with pytest.raises((BadHeaderError, ValueError)):
        post(**{name: "a@b.nl\r\nBcc: c@d.nl"}).as_sent()
