"""Replies as mail programs write them, built after the shapes that they are known for.

Each takes the answer, the letter that it answers (plain text and HTML) and the language of the
program, and gives a whole mail.
"""

import html
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from tests.games.mail.cheap_headers import CHEAP
from tests.games.mail.inbound.tongues import TONGUES, WHO, Tongue

SIGNED = "\n\n-- \nMarit de Vries\n12 Dijkstraat"


@dataclass(frozen=True)
class Answered:
    """A letter, and what somebody writes to it."""

    answer: str
    text: str
    html: str
    tongue: Tongue

    @property
    def quoted(self) -> str:
        """The letter, each line behind a sign."""
        return "\n".join(f"> {line}".rstrip() for line in self.text.splitlines())

    @property
    def as_html(self) -> str:
        return "<br>".join(map(html.escape, self.answer.splitlines()))

    def introduced(self, program: str) -> str:
        """What stands before the quote, wrapped as programs do that keep to 72 columns."""
        return "\n".join(textwrap.wrap(self.tongue.line(program), 72, break_on_hyphens=False))

    @property
    def outlook_head(self) -> list[str]:
        sender, sent, to, subject = self.tongue.outlook
        return [
            f"{sender}: {WHO}",
            f"{sent}: Friday, November 20, 2026 10:12 AM",
            f"{to}: Marit <marit@example.org>",
            f"{subject}: Turn the Tide, table k7mp",
        ]


def _mail(text: str, hypertext: str = "", *, charset: str = "utf-8", cte: str = "") -> EmailMessage:
    mail = EmailMessage(CHEAP)
    mail["From"] = "Marit <marit@example.org>"
    mail["To"] = WHO
    mail["Subject"] = "Re: Turn the Tide, table k7mp"
    more: dict[str, Any] = {"cte": cte} if cte else {}
    if text:
        mail.set_content(text, charset=charset, **more)
    if hypertext and text:
        mail.add_alternative(hypertext, subtype="html", charset=charset, **more)
    elif hypertext:
        mail.set_content(hypertext, subtype="html", charset=charset, **more)
    return mail


def gmail(one: Answered) -> EmailMessage:
    text = f"{one.answer}\n\n{one.introduced('gmail')}\n\n{one.quoted}\n"
    return _mail(text, _gmail_html(one), cte="quoted-printable")


def _gmail_html(one: Answered) -> str:
    return (
        f'<div dir="ltr">{one.as_html}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(one.tongue.line("gmail"))}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid">'
        f"{one.html}</blockquote></div>\n"
    )


def gmail_html_only(one: Answered) -> EmailMessage:
    return _mail("", _gmail_html(one), cte="base64")


def gmail_below(one: Answered) -> EmailMessage:
    """By whoever answers under the quote."""
    return _mail(f"{one.introduced('gmail')}\n\n{one.quoted}\n\n\n{one.answer}\n")


def gmail_between(one: Answered) -> EmailMessage:
    """By whoever answers in the middle of it."""
    lines = one.quoted.splitlines()
    middle = len(lines) // 2
    whole = [one.introduced("gmail"), "", *lines[:middle], "", one.answer, "", *lines[middle:]]
    return _mail("\n".join(whole) + "\n", cte="8bit")


def outlook(one: Answered) -> EmailMessage:
    """On a desk: nothing is quoted, a head stands between."""
    text = "\n".join([one.answer, "", *one.outlook_head, "", one.text])
    head = "<br>".join(
        f"<b>{html.escape(line.partition(':')[0])}:</b>{html.escape(line.partition(':')[2])}"
        for line in one.outlook_head
    )
    body = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal '
        '{margin:0cm;} --></style></head><body lang="EN-GB"><div class="WordSection1">'
        f'<p class="MsoNormal">{one.as_html}<o:p></o:p></p><p class="MsoNormal">&nbsp;</p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal">{head}</p></div>{one.html}</div></body></html>'
    )
    return _mail(text, body)


def outlook_signed(one: Answered) -> EmailMessage:
    """With the line that it draws, and a signature above that."""
    text = "\n".join([one.answer, "", "Marit", "", "_" * 32, *one.outlook_head, "", one.text])
    return _mail(text, cte="base64")


def outlook_web(one: Answered) -> EmailMessage:
    """In a browser: HTML alone, and markers by id."""
    head = "<br>".join(html.escape(line) for line in one.outlook_head)
    return _mail(
        "",
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style '
        'type="text/css" style="display:none;"> P {margin-top:0;} </style></head><body dir="ltr">'
        f'<div class="elementToProof" style="color: rgb(0, 0, 0);">{one.as_html}</div>'
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{head}</font><div>&nbsp;</div>'
        f"</div>{one.html}</body></html>",
        cte="quoted-printable",
    )


def apple(one: Answered) -> EmailMessage:
    introduced = "\n".join(f"> {line}" for line in one.introduced("apple").splitlines())
    text = f"{one.answer}\n\n{introduced}\n> \n{one.quoted}\n\n"
    body = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>'
        f'<body style="overflow-wrap: break-word;">{one.as_html}<br id="lineBreakAtBeginning">'
        f'<div><br><blockquote type="cite"><div>{html.escape(one.tongue.line("apple"))}</div><br>'
        f"<div>{one.html}</div></blockquote></div><br></body></html>"
    )
    return _mail(text, body, cte="quoted-printable")


def apple_phone(one: Answered) -> EmailMessage:
    text = (
        f"{one.answer}\n\n{one.tongue.phone}\n\n"
        f"> {one.tongue.line('apple')}\n> \n> \ufeff{one.quoted[2:]}\n"
    )
    return _mail(text, cte="base64")


def apple_phone_html_only(one: Answered) -> EmailMessage:
    return _mail(
        "",
        '<html><head></head><body dir="auto"><div dir="ltr"></div><div dir="ltr">'
        f'{one.as_html}</div><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">'
        f'{one.tongue.phone}</div><div dir="ltr"><br><blockquote type="cite">'
        f"{html.escape(one.tongue.line('apple'))}<br><br></blockquote></div>"
        f'<blockquote type="cite"><div dir="ltr">\ufeff{one.html}</div></blockquote></body></html>',
        cte="base64",
    )


def thunderbird(one: Answered) -> EmailMessage:
    """As it comes out of the box: under the quote."""
    return _mail(f"{one.introduced('thunderbird')}\n{one.quoted}\n\n{one.answer}\n{SIGNED}\n")


def thunderbird_above(one: Answered) -> EmailMessage:
    text = f"{one.answer}{SIGNED}\n\n{one.introduced('thunderbird')}\n{one.quoted}\n"
    return _mail(text, cte="8bit")


def thunderbird_html_only(one: Answered) -> EmailMessage:
    return _mail(
        "",
        '<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; '
        'charset=UTF-8"></head><body><div class="moz-cite-prefix">'
        f'{html.escape(one.tongue.line("thunderbird"))}<br></div><blockquote type="cite" '
        f'cite="mid:1@play.example.org">{one.html}</blockquote><p>{one.as_html}</p>'
        '<pre class="moz-signature" cols="72">-- \nMarit</pre></body></html>',
        cte="quoted-printable",
    )


def k9(one: Answered) -> EmailMessage:
    return _mail(f"{one.answer}\n\n{one.tongue.line('k9')}\n{one.quoted.replace('> ', '>')}\n")


def k9_below(one: Answered) -> EmailMessage:
    text = (
        f"{one.tongue.line('k9')}\n{one.quoted.replace('> ', '>')}\n{one.answer}\n-- \nK-9 Mail.\n"
    )
    return _mail(text, cte="quoted-printable")


def yahoo(one: Answered) -> EmailMessage:
    """Its text part does not mark what it quotes."""
    spaced = "\n".join(f"  {line}" for line in one.text.splitlines())
    text = f" {one.answer}\n\n    {one.tongue.line('yahoo')}  \n \n {spaced}  "
    body = (
        '<html><head></head><body><div class="ydp1-yahoo-style-wrap" style="font-size:16px;"><div '
        f'dir="ltr">{one.as_html}</div><div><br></div></div><div id="ydp1yahoo_quoted_1" '
        f'class="yahoo_quoted"><div>{html.escape(one.tongue.line("yahoo"))}</div>'
        f"<div>{one.html}</div></div></body></html>"
    )
    return _mail(text, body)


def yahoo_html_only(one: Answered) -> EmailMessage:
    body = yahoo(one).get_body(("html",))
    assert body is not None
    return _mail("", body.get_content(), cte="base64")


Program = Callable[[Answered], EmailMessage]
PROGRAMS: dict[str, Program] = {
    each.__name__: each
    for each in (
        gmail,
        gmail_html_only,
        gmail_below,
        gmail_between,
        outlook,
        outlook_signed,
        outlook_web,
        apple,
        apple_phone,
        apple_phone_html_only,
        thunderbird,
        thunderbird_above,
        thunderbird_html_only,
        k9,
        k9_below,
        yahoo,
        yahoo_html_only,
    )
}


def replies(answer: str, text: str, hypertext: str) -> dict[str, EmailMessage]:
    """A reply of every program in every language, by a name that says which."""
    return {
        f"{program}-{language}": write(Answered(answer, text, hypertext, tongue))
        for program, write in PROGRAMS.items()
        for language, tongue in TONGUES.items()
    }
