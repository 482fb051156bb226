"""What a person wrote is found among what the program put around it, whatever the program."""

import base64
import re
import time
from email.message import EmailMessage

import pytest
from pytest_django import Settings

from accounts.email.inbound_routes import LMTP, MAX_BYTES
from games.mail.inbound import html_text, own_text, parse, sender
from tests.games.mail.inbound.programs import PROGRAMS, Answered, replies
from tests.games.mail.inbound.tongues import TONGUES
from tests.narrowing import not_none

LETTER = """\
YOUR MOVE, MARIT
Turn the Tide, table Schiermonnikoog: stage 1
------------------------------------------------------------------------

Until tomorrow evening, Sat 21 Nov 2026, 20:11 in Amsterdam (24 hours).

The highest weather takes the 5, the second highest the 12.

17
play 17

The table:
  https://play.example.org/g/abcdefghjkmn/
"""
LETTER_HTML = (
    "<html><head><title>17</title><style>p { margin: 0 }</style></head><body><h1>Your move</h1>"
    "<p>The highest weather takes the 5.</p><table><tr><td>17</td></tr></table></body></html>"
)


def is_answer(line: str) -> bool:
    return re.fullmatch(r"(?:play )?[0-9]{1,2}\.?", line) is not None


def first_of(raw: bytes) -> str:
    return own_text.own(not_none(parse.opened(raw)).words, is_answer).first


def test_the_answer_is_found() -> None:
    """Of every program in every language."""
    written = replies("44", LETTER, LETTER_HTML)
    assert len(written) >= 300
    found = {name: first_of(mail.as_bytes()) for name, mail in written.items()}
    assert {name: first for name, first in found.items() if first != "44"} == {}


@pytest.mark.parametrize("program", PROGRAMS)
def test_without_an_answer_none_is_found_in_the_quote(program: str) -> None:
    """The letter holds lines that would be one."""
    for language, tongue in TONGUES.items():
        mail = PROGRAMS[program](Answered("", LETTER, LETTER_HTML, tongue))
        assert not is_answer(first_of(mail.as_bytes())), language


@pytest.mark.parametrize(
    "charset",
    ["us-ascii", "utf-8", "utf-16", "utf-7", "iso-8859-15", "windows-1252", "koi8-r", "iso-2022-jp",
     "shift_jis", "gb18030", "big5", "euc-kr", "klingon", "x-unknown", "punycode", "rot13", ""],
)  # fmt: skip
def test_odd_charsets(charset: str) -> None:
    known = charset if charset in ("utf-16", "utf-7") else "ascii"
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: base64\n\n"
    body = base64.b64encode("44\n\nMarit\n".encode(known))
    assert first_of(head.encode() + body) == "44"


@pytest.mark.parametrize("charset", ["; charset=iso-8859-1", "; charset=latin1", ""])
def test_windows_characters_under_a_wrong_name(charset: str) -> None:
    """Programs for Windows say “iso-8859-1” for its own quotation marks, and browsers know that."""
    head = f"Content-Type: text/plain{charset}\nContent-Transfer-Encoding: 8bit\n\n"
    words = "“I’ll be late …” – only 5 €, né"
    opened = parse.opened(head.encode() + words.encode("cp1252"))
    assert opened is not None
    assert opened.words == words


@pytest.mark.parametrize(
    "line",
    [
        "44",
        " 44 ",
        "\u00a044\u00a0",
        "\ufeff44",
        "４４",
        "44\u200b",
        "\u202a44\u202c",
        "44\r",
        "\t44",
    ],
)
def test_one_line_however_it_is_typed(line: str) -> None:
    assert own_text.own(f"\n\n{line}\n\nMarit", is_answer).first == "44"


@pytest.mark.parametrize(
    "text",
    ["> 44", ">44", " > 44", "| 44", "\ufeff> 44", "> a\r44", "> a\x0b44", "> a\x0c44",
     "> a\u202844", "> a\x8544", "> a\x1c44", "-- \n44", "==== Answer above this line ====\n44",
     "-----Original Message-----\n44", "________________________________\n44"],
)  # fmt: skip
def test_nothing_that_is_quoted_is_an_answer(text: str) -> None:
    own = own_text.own(text, is_answer)
    assert not any(map(is_answer, own.lines))


@pytest.mark.parametrize(
    ("source", "first"),
    [
        ("<p>44</p>", "44"),
        ("44<br>Marit", "44"),
        ("<div>4<b>4</b></div>", "44"),
        ("<!-- 17 -->44", "44"),
        ("<style>17</style><script>17</script>44", "44"),
        ("&#52;4&nbsp;", "44"),
        ("<blockquote>17</blockquote>44", "44"),
        ("<blockquote>17<p>18<div>19</blockquote>44", "44"),
        ("<p>44<blockquote>17</p></blockquote>", "44"),
        ("<blockquote>17", ""),
        ("<blockquote><!-- 17", ""),
        ("<div class=gmail_quote>17<div>18</div></div>", ""),
        ("<div id=x_divRplyFwdMsg>From</div><p>17</p>", ""),
        ("a < b<br>44", "a < b"),
        ("<title>17", ""),
        ("<p 44", ""),
    ],
)
def test_html(source: str, first: str) -> None:
    assert own_text.own(html_text.as_text(source), is_answer).first == first


@pytest.mark.parametrize("kind", ["plain", "html"])
def test_what_is_still_encoded_says_nothing(kind: str) -> None:
    """Its header got lost, so that a soft break leaves a card of our letter on a line alone."""
    letter = f"You can answer: {'3 · ' * 14}=\n17\n"
    head = f"Content-Type: text/{kind}\n\n"
    assert first_of((head + letter.replace("·", "=C2=B7")).encode()) == ""
    assert first_of((head + '<div class=3D"gmail_quote">\n17').encode()) == ""
    assert first_of(f"{head}44\n".encode()) == "44"


def test_what_is_enclosed_or_forwarded_is_not_what_somebody_says() -> None:
    mail = EmailMessage()
    mail.set_content("Look at this\n")
    mail.add_attachment("44\n", filename="answer.txt")
    inner = EmailMessage()
    inner.set_content("44\n")
    mail.add_attachment(inner)
    assert first_of(mail.as_bytes()) == "Look at this"


SIGNED = """-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

{body}
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAdFiEE
-----END PGP SIGNATURE-----

28
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("44\n\nMarit", ("44", "Marit")),
        ("44\n- -- \nMarit", ("44",)),  # its dashes are escaped, and it is still a signature
        ("- - 44", ("- 44",)),
        ("44\n> On Monday\n> 17", ("44",)),
    ],
)
def test_a_signed_text_is_what_somebody_says(body: str, found: tuple[str, ...]) -> None:
    for text in (SIGNED.format(body=body), "\n" + SIGNED.format(body=body)):
        assert own_text.own(text, lambda line: line.isdecimal()).lines == found


def test_a_signed_text_below_other_words_is_somebody_elses() -> None:
    assert own_text.own(f"See here\n{SIGNED.format(body='44')}", str.isdecimal).lines == (
        "See here",
    )


SIGNS = {
    "null_path": b"Return-Path: <>",
    "automatic": b"Auto-Submitted: auto-replied (vacation)",
    "bulk": b"Precedence: bulk",
    "report": b"Content-Type: multipart/report; boundary=x",
    "list": b"List-Id: <friends.example.org>",
    "robot": b"X-Autoreply: yes",
    "loop": b"\n".join([b"Received: by a; now"] * 31),
    "daemon": b"From: Mail Delivery <MAILER-DAEMON@example.org>",
    "subject": b"Subject: Abwesenheitsnotiz",
    "suppress": b"X-Auto-Response-Suppress: All",
}


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_of_a_machine_is_known(sign: str) -> None:
    opened = not_none(parse.opened(SIGNS[sign] + b"\n\n44\n"))
    assert sender.sign_of_machine(opened, "marit@example.org") == sign


@pytest.mark.parametrize(
    "subject",
    [
        b"=?utf-8?B?UsOpcG9uc2UgYXV0b21hdGlxdWU=?= : Turn the Tide",
        b"=?utf-8?Q?Automatische_Antwort:_R=C3=BCckkehr?=",
        b"=?iso-8859-1?Q?Abwesenheit:_zur?=\r\n =?iso-8859-1?Q?=FCck?=",
        "Réponse automatique".encode(),
    ],
)
def test_an_encoded_subject_is_read(subject: bytes) -> None:
    opened = not_none(parse.opened(b"Subject: " + subject + b"\n\n44\n"))
    assert sender.sign_of_machine(opened, "marit@example.org") == "subject"


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("=?utf-8?Q?M=C3=BCller=2C_J=C3=B6rg?=", "Müller, Jörg"),
        ("=?utf-8?B?0JfQvg==?= =?utf-8?B?0Y8=?=", "Зоя"),
        ("=?iso-8859-1?Q?J=F6rg?= Blaman", "Jörg Blaman"),
        ("=?idna?Q?J=C3=B6rg?=", "Jörg"),  # read as UTF-8, since that codec is slow
        ("=?utf-8?B?a?= =?x?Q?=?=", "=?utf-8?B?a?= =?x?Q?=?="),
        ("a\\u0041 =?utf-8?Q?b?=", "a\\u0041 b"),
        ("J\udcc3\udcb6rg", "Jörg"),
    ],
)
def test_encoded_words_in_headers(header: str, text: str) -> None:
    assert parse.decoded(header) == text


@pytest.mark.parametrize("path", ["", "<>", " "])
def test_no_return_path_is_no_person(path: str) -> None:
    assert sender.sign_of_machine(not_none(parse.opened(b"From: a@b\n\n44\n")), path) == "null_path"


@pytest.mark.parametrize(
    "head",
    [b"Auto-Submitted: no", b"Precedence: normal", b"X-Auto-Response-Suppress: OOF", b"X: y"],
)
def test_a_person_is_one(head: bytes) -> None:
    assert (
        sender.sign_of_machine(not_none(parse.opened(head + b"\n\n44\n")), "marit@example.org")
        == ""
    )


SLOW = {
    "comments in a header": b"From: " + b"(" * 3900 + b"\n\n44\n",
    "a type of many parameters": b"Content-Type: text/plain; " + b"a=b; " * 700 + b"\n\n44\n",
    "a type of open quotes": b'Content-Type: text/plain; a="' + b"\\" * 3800 + b"\n\n44\n",
    "a type of parentheses": b"Content-Type: text/plain; a=" + b"(" * 3800 + b"\n\n44\n",
    "continued parameters": b"Content-Type: text/plain; "
    + b"".join(b"a*%d*=x; " % n for n in range(380))
    + b"\n\n44\n",
    "parts in parts": b"".join(
        b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(650)
    ),
    "many parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n44\n" * 660,
    "open comments": b"Content-Type: text/html\n\n" + b"<!--" * 60000,
    "open tags": b"Content-Type: text/html\n\n" + b"<a " * 80000,
    "open declarations": b"Content-Type: text/html\n\n" + b"<![CDATA[" * 25000,
    "open scripts": b"Content-Type: text/html\n\n" + b"<script>" * 30000,
    "deep quotes": b"Content-Type: text/html\n\n" + b"<blockquote>" * 20000,
    "quotes that close": b"Content-Type: text/html\n\n" + b"<blockquote></p>" * 15000,
    "entities": b"Content-Type: text/html\n\n" + b"&" * 250000,
    "accents on a letter": ("\na" + "\u0301" * 60_000 + "\u0316" * 60_000).encode(),
    "accents on words": ("\n" + ("a" + "\u0301\u0316" * 49 + " ") * 1200).encode(),
    "one long line": b"\n" + b"a " * 120000,
    "colons": b"\n" + b"On x wrote:\n" * 1990,
    "quotes": b"\n" + b"x:\n>\n" * 990,
    "introductions": b"\n" + b"\n".join([b"On " + b"a " * 60] * 1900),
    "blanks": b"\n" + b" " * 250000,
    "encoded words": b"Subject: " + b"=?utf-8?q?a?= " * 270 + b"\n\n44\n",
    "an encoded subject": b"Subject: " + b"=?utf-8?q?a?= " * 4000 + b"\n\n44\n",
    "base64 rubbish": b"Content-Transfer-Encoding: base64\n\n" + b"=" * 250000,
    "punycode": b"Content-Type: text/plain; charset=punycode\n\n" + b"a-" * 100000,
    "idna": b"Content-Type: text/plain; charset=idna\n\n" + b"a." * 100000,
}


@pytest.mark.parametrize("name", SLOW)
def test_no_mail_takes_a_second(settings: Settings, name: str) -> None:
    settings.AUTHSERV_ID = "mx.example.org"
    raw = SLOW[name][:MAX_BYTES]
    begun = time.process_time()
    if (opened := parse.opened(raw)) is not None:
        sender.verdict(opened, LMTP, sender.author(opened))
        sender.sign_of_machine(opened, "x@y")
        own = own_text.own(opened.words, is_answer)
        own_text.wrote_nothing(own.lines)
    assert time.process_time() - begun < 1
