"""The short way to a letter's bytes writes what Django's serialiser would."""

from email import message_from_bytes, policy
from unittest.mock import patch

import pytest

from accounts.email.fast_mime import Post
from tests.games.mail.goldens import FOLDER

HEADERS = {
    "From": "Tideweb <play@example.org>",
    "Message-ID": f"<{'a' * 32}@play.example.org>",
    "Date": "Fri, 20 Nov 2026 10:12:00 -0000",
    "List-Unsubscribe": f"<https://play.example.org/letters/stop/{'x' * 70}/>, "
    f"<mailto:s-{'c' * 32}-{'d' * 16}@reply.example.org?subject=unsubscribe>",
    "Reply-To": f"re-{'b' * 32}@reply.example.org",
}


def post(text: str, html: str, subject: str = "Turn the Tide: stage 1") -> Post:
    to = ["Jörg Ødegård <joerg@example.org>"]
    mail = Post(subject, text, "b@example.org", to, headers=HEADERS)
    mail.attach_alternative(html, "text/html")
    return mail


def both(mail: Post, linesep: str) -> tuple[bytes, bytes]:
    """By the short way and by Django's, with the same boundary."""
    made = f"==============={7:039d}=="
    with (
        patch("secrets.randbits", return_value=7),
        patch("email.generator.Generator._make_boundary", return_value=made),
    ):
        return mail.message().as_bytes(linesep=linesep), mail.whole().as_bytes(linesep=linesep)


@pytest.mark.parametrize("linesep", ["\n", "\r\n"])
def test_every_approved_letter(linesep: str) -> None:
    for path in sorted(FOLDER.glob("*/*.html")):
        text, html = (path.with_suffix(e).read_text("utf-8") for e in (".txt", ".html"))
        short, long = both(post(text, html), linesep)
        assert short == long, path.name


@pytest.mark.parametrize(
    ("text", "html", "subject"),
    [
        ("ascii\n", "<p>ascii</p>\n", "Rückkehr nach Ærø"),
        ("no end", "<p>no end</p>", "x " * 80),
        ("", "", ""),
        ("From me\n\n\n", "a\r\nb\rc\n", "x"),
        ("–" * 400 + "\n", "<p>" + "a" * 2000 + "</p>", "a line that is too long for a mail"),
    ],
)
def test_odd_ones(text: str, html: str, subject: str) -> None:
    short, long = both(post(text, html, subject), "\r\n")
    assert short == long


def test_every_line_survives_any_relay_and_every_word_arrives() -> None:
    text, html = "Grüße – “44”  \nFrom me\n.\n" + "ä " * 300 + "\n", f"<p>a=b {'x' * 2000}</p>\n"
    written = post(text, html).message().as_bytes(linesep="\r\n")
    assert written.isascii()
    assert max(map(len, written.partition(b"\r\n\r\n")[2].split(b"\r\n"))) <= 76
    read = message_from_bytes(written, policy=policy.default)
    parts = list(read.iter_parts())
    assert [part["Content-Transfer-Encoding"] for part in parts] == ["quoted-printable"] * 2
    assert [part.get_content().replace("\r\n", "\n") for part in parts] == [text, html]


def test_a_boundary_is_made_anew_and_the_mail_can_be_read() -> None:
    mail = post("Seven.\n", "<p>Seven.</p>\n")
    first, second = mail.message().as_bytes(), mail.message().as_bytes()
    assert first != second
    read = message_from_bytes(first, policy=policy.default)
    assert [part.get_content().strip() for part in read.iter_parts()] == ["Seven.", "<p>Seven.</p>"]


def test_no_header_can_be_slipped_in() -> None:
    with pytest.raises(ValueError, match="Header values"):
        post("a", "b", "one\nBcc: two@example.org").message()


def test_what_is_more_than_text_and_html_is_djangos() -> None:
    more = post("a\n", "<p>a</p>\n")
    more.attach("a.txt", "attached", "text/plain")
    turned = post("a\n", "<p>a</p>\n")
    turned.content_subtype = "html"
    other = post("ä\n", "<p>ä</p>\n")
    other.encoding = "iso-8859-1"
    for mail in (more, turned, other, Post("s", "t", "b@example.org", [], headers=HEADERS)):
        short, long = both(mail, "\r\n")
        assert short == long
