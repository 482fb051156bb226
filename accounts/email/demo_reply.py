"""Replies to a letter from the demo's mailbox, as a mail program would.

The reply goes to our own listener by SMTP like everybody else's, so newcomers try out the real
thing.
"""

import smtplib
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid, parseaddr

from django.conf import settings

from accounts.email.demo_mailbox import Opened
from accounts.email.domain_spellings import in_ascii
from accounts.models import User

PATIENCE = 10  # seconds


class NotTaken(Exception):
    """Our listener refused the mail; the text is its answer."""


def answer(person: User, letter: Opened, words: str) -> None:
    """Sends `words` above the quoted letter. Raises `NotTaken`."""
    to = recipient(letter)
    mail = EmailMessage()
    mail["From"] = formataddr((person.name, in_ascii(str(person.email))))
    mail["To"] = to
    mail["Subject"] = _again(letter.head.subject)
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain="mailbox.localhost")
    if earlier := _header(letter, "Message-ID"):
        mail["In-Reply-To"] = earlier
    mail.set_content(f"{words}\n\n{letter.head.sender}:\n{_quoted(letter.text)}")
    try:
        with smtplib.SMTP(settings.MAILIN_HOST, settings.MAILIN_PORT, timeout=PATIENCE) as smtp:
            smtp.send_message(mail, str(person.email), [to])
    except smtplib.SMTPRecipientsRefused as refused:
        code, text = next(iter(refused.recipients.values()))
        raise NotTaken(f"{code} {text.decode(errors='replace')}") from refused
    except OSError as error:  # all other errors of smtplib and sockets
        raise NotTaken(type(error).__name__) from error


def recipient(letter: Opened) -> str:
    """The address that replies to a letter go to; empty if it has none."""
    return parseaddr(_header(letter, "Reply-To"))[1]


def _header(letter: Opened, name: str) -> str:
    values = (value for key, value in letter.headers if key.lower() == name.lower())
    return " ".join(next(values, "").split())


def _again(subject: str) -> str:
    line = " ".join(subject.split())
    return line if line.lower().startswith("re:") else f"Re: {line}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines()) + "\n"
