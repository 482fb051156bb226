"""Further mail programs, after the shapes that they are known for: phones, webmail, terminals."""

import html
from collections.abc import Callable
from email.message import EmailMessage

from tests.games.mail.inbound import programs
from tests.games.mail.inbound.programs import Answered, _mail


def proton(one: Answered) -> EmailMessage:
    """Its text part is made of its HTML, the quote marked."""
    text = f"{one.answer}\n\n{one.introduced('apple')}\n\n{one.quoted}\n"
    body = (
        f'<div style="font-family: Arial; font-size: 14px;">{one.as_html}</div><div class='
        '"protonmail_signature_block protonmail_signature_block-empty"></div><div class='
        f'"protonmail_quote">{html.escape(one.tongue.line("apple"))}<br><blockquote class='
        f'"protonmail_quote" type="cite">{one.html}</blockquote></div>'
    )
    return _mail(text, body, cte="base64")


def outlook_phone(one: Answered) -> EmailMessage:
    """A head without any mark, and the advertisement above it."""
    body = (
        f'<html><body><div dir="ltr">{one.as_html}</div><div dir="ltr"><br></div><div id='
        '"ms-outlook-mobile-signature">Outlook for Android</div><hr><div id="divRplyFwdMsg" '
        f'dir="ltr">{"<br>".join(map(html.escape, one.outlook_head))}</div>{one.html}</body></html>'
    )
    return _mail("", body, cte="quoted-printable")


def gmx(one: Answered) -> EmailMessage:
    """Webmail of GMX and web.de: the head stands in the quote."""
    head = "".join(f"<div><b>{html.escape(line)}</b></div>" for line in one.outlook_head)
    body = (
        f'<html><head></head><body><div style="font-family: Verdana;"><div>{one.as_html}</div>'
        '<div>&nbsp;</div><div name="quote" style="margin: 10px 5px 5px 10px;"><blockquote>'
        f"{head}<div>{one.html}</div></blockquote></div></div></body></html>"
    )
    return _mail("", body, cte="quoted-printable")


def samsung(one: Answered) -> EmailMessage:
    """A phone: dashes around the words for the original message, nothing marked."""
    head = "\n".join(one.outlook_head)
    text = (
        f"{one.answer}\n\n\n{one.tongue.phone}\n\n-------- Original --------\n{head}\n\n{one.text}"
    )
    return _mail(text, cte="base64")


def mutt(one: Answered) -> EmailMessage:
    """In a terminal, below a shortened quote."""
    top = "\n".join(one.quoted.splitlines()[:6])
    return _mail(
        f"{one.introduced('thunderbird')}\n{top}\n\n{one.answer}\n\n-- \nAnna\n", cte="8bit"
    )


def mutt_above(one: Answered) -> EmailMessage:
    return _mail(f"{one.answer}\n\n{one.introduced('thunderbird')}\n{one.quoted}\n")


def roundcube(one: Answered) -> EmailMessage:
    text = f"{one.answer}\n\n{one.introduced('thunderbird')}\n{one.quoted}\n"
    body = (
        '<html><head></head><body style="font-size: 10pt"><p>'
        f'{one.as_html}</p><p id="reply-intro">{html.escape(one.tongue.line("thunderbird"))}</p>'
        f'<blockquote type="cite" style="padding: 0 0.4em">{one.html}</blockquote></body></html>'
    )
    return _mail(text, body, cte="quoted-printable")


def fastmail(one: Answered) -> EmailMessage:
    text = f"{one.answer}\n\n{one.introduced('gmail')}\n{one.quoted}\n"
    body = (
        f"<!DOCTYPE html><html><body><div>{one.as_html}</div><div><br></div><div>"
        f'{html.escape(one.tongue.line("gmail"))}</div><blockquote type="cite" id="qt">'
        f"{one.html}</blockquote></body></html>"
    )
    return _mail(text, body, cte="8bit")


def alone(one: Answered) -> EmailMessage:
    """From a link in our letter, or a watch: nothing is quoted."""
    return _mail(f"{one.answer}\n")


def alone_latin(one: Answered) -> EmailMessage:
    """An old program, in an old encoding."""
    words = one.answer.encode("cp1252", "ignore").decode("cp1252")
    return _mail(f"{words}\n", charset="windows-1252", cte="quoted-printable")


Program = Callable[[Answered], EmailMessage]
ALL: dict[str, Program] = {
    **programs.PROGRAMS,
    **{
        each.__name__: each
        for each in (
            proton, outlook_phone, gmx, samsung, mutt, mutt_above, roundcube, fastmail, alone,
            alone_latin,
        )
    },
}  # fmt: skip
