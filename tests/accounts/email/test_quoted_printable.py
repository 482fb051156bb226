"""Every letter is quoted-printable: a relay that rewrites 8bit text would break its signature."""

from email import message_from_bytes, policy

from accounts.email.mime_bytes import Post
from tests.games.mail.goldens import FOLDER


def test_every_approved_letter_says_the_same_in_ascii() -> None:
    for path in sorted(FOLDER.glob("*/*.html")):
        text, html = (path.with_suffix(e).read_text("utf-8") for e in (".txt", ".html"))
        mail = Post("Turn the Tide", text, "b@example.org", ["Jörg Ødegård <joerg@example.org>"])
        mail.attach_alternative(html, "text/html")
        raw = mail.as_sent()
        assert raw.isascii()
        assert max(map(len, raw.splitlines())) <= 78
        parts = message_from_bytes(raw, policy=policy.default).iter_parts()
        words = [part.get_content().replace("\r\n", "\n") for part in parts]
        assert words == [text, html]
