"""`manage.py mailcheck`: tests the mail setup, says what is missing, and checks DNS records."""

import smtplib
import socket
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from accounts.email import dns_check, polled_mailbox, returned_headers, self_test
from accounts.email.dns_check import MISSING, NOTE, OK
from accounts.security import key_check

NOBODY = "re-nobody"
Finding = tuple[str, str]


class Command(BaseCommand):
    help = "Tests the mail setup; exits with 1 if something is missing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dns", action="store_true", help="check DNS: SPF, DKIM, DMARC, MX, …")
        parser.add_argument(
            "--resolver", default="", help="address of the name server to use, perhaps with :port"
        )
        parser.add_argument("--selector", default="", help="selector of the DKIM key")
        parser.add_argument(
            "--itself",
            action="store_true",
            help="send an e-mail to ourselves and wait up to a minute for it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        missing = 0
        for sort, text in _all(options):
            missing += sort == MISSING
            self.stdout.write(f"{sort:<8}{text}")
        if not options["dns"]:
            self.stdout.write(_dns())
        if missing:
            raise CommandError(f"Problems found: {missing}. See docs/mail.md.")


def _all(options: dict[str, Any]) -> Iterator[Finding]:
    for check in (_names, _out, _smtp, _lmtp, _mailbox, _believed, _webhooks, _keys):
        yield from check()
    if options["dns"]:
        own = [options["selector"]] if options["selector"] else dns_check.SELECTORS
        names = settings.MAIL_DOMAIN, settings.REPLY_DOMAIN
        domains = dns_check.Domains(*names, own, sends=_sends())
        yield from dns_check.examine(domains, _lookup(options["resolver"]))
    if options["itself"]:
        yield from _itself()


def _lookup(server: str) -> dns_check.Lookup:
    try:
        return dns_check.lookup_by(server)
    except ValueError:
        raise CommandError(
            f"--resolver is {server!r}; write an address, with or without a port, such as 9.9.9.9 "
            "or 127.0.0.1:5353."
        ) from None


def _itself() -> Iterator[Finding]:
    try:
        back = self_test.round_trip()
    except Exception as error:  # noqa: BLE001 – whatever a backend raises, nothing left
        yield MISSING, f"a test e-mail to ourselves could not be sent: {error}"
        return
    if back is None:
        yield MISSING, "a test e-mail to ourselves did not arrive within a minute"
        return
    yield OK, f"a test e-mail to ourselves arrived after {back.seconds:.0f} s"
    yield from returned_headers.findings(back.facts)


def _sends() -> str:
    """The host that sends our e-mails; empty if a provider does."""
    return "" if settings.EMAIL_BACKEND.startswith("anymail.") else settings.EMAIL_HOST


def _mailbox() -> Iterator[Finding]:
    if not settings.MAILBOX_URL:
        return
    try:
        with polled_mailbox.opened(settings.MAILBOX_URL):
            yield OK, "the mailbox at MAILBOX_URL can be opened"
    except (*polled_mailbox.FAILURES, ValueError) as error:
        yield MISSING, f"the mailbox at MAILBOX_URL can’t be opened ({polled_mailbox.why(error)})"


def _names() -> Iterator[Finding]:
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    fits = sender.rpartition("@")[2].lower() == settings.MAIL_DOMAIN.lower()
    yield (
        (OK, f"e-mails are sent from {sender}")
        if fits
        else (NOTE, f"e-mails are sent from {sender}, not MAIL_DOMAIN ({settings.MAIL_DOMAIN})")
    )
    if settings.EMBEDDED or "." in settings.REPLY_DOMAIN:
        yield OK, f"replies go to re-…@{settings.REPLY_DOMAIN}"
    else:
        yield MISSING, f"REPLY_DOMAIN is {settings.REPLY_DOMAIN!r}, which can’t have an MX record"


def _out() -> Iterator[Finding]:
    try:
        with get_connection(fail_silently=False):
            pass
    except Exception as error:  # noqa: BLE001 – whatever a backend raises, it does not open
        yield (
            MISSING,
            f"can’t connect to the outgoing mail server (EMAIL_URL, EMAIL_BACKEND): {error}",
        )
    else:
        yield OK, "the outgoing mail server accepts connections"


def _smtp() -> Iterator[Finding]:
    where = f"{settings.MAILIN_HOST}:{settings.MAILIN_PORT}"
    try:
        with smtplib.SMTP(settings.MAILIN_HOST, settings.MAILIN_PORT, timeout=5) as client:
            client.helo()
            yield from _refuses(client, f"SMTP on {where}")
    except OSError as error:
        yield MISSING, f"nothing is listening for SMTP on {where} (start manage.py mailin): {error}"


def _lmtp() -> Iterator[Finding]:
    where = settings.MAILIN_LMTP
    if not where:
        yield NOTE, "MAILIN_LMTP is not set: no mail server can deliver by LMTP"
        return
    host, colon, port = where.rpartition(":")
    try:
        inet = bool(colon and port.isdigit())
        client = (
            smtplib.LMTP(host, int(port)) if inet else smtplib.LMTP(where.removeprefix("unix:"))
        )
        with client:
            client.ehlo()
            yield from _refuses(client, f"LMTP on {where}")
    except OSError as error:
        yield MISSING, f"nothing is listening for LMTP on {where} (start manage.py mailin): {error}"


def _refuses(client: smtplib.SMTP, what: str) -> Iterator[Finding]:
    """A server that accepts a made-up address isn't our listener, or can't reach its database."""
    client.mail(f"postmaster@{socket.getfqdn()}")
    code, text = client.rcpt(f"{NOBODY}@{settings.REPLY_DOMAIN}")
    if code == 550:
        yield OK, f"{what} rejects unknown recipients"
    else:
        yield MISSING, f"{what} answers {code} {text.decode(errors='replace')} to a made-up address"


def _believed() -> Iterator[Finding]:
    if settings.AUTHSERV_ID:
        yield OK, f"Authentication-Results from {settings.AUTHSERV_ID} are trusted"
    else:
        yield (
            NOTE,
            "AUTHSERV_ID is not set, so no sender authentication is trusted: only the secret "
            "address and the From line count, and strict mode holds every e-mail for confirmation",
        )


def _webhooks() -> Iterator[Finding]:
    backend = settings.EMAIL_BACKEND.startswith("anymail.")
    if settings.ANYMAIL.get("WEBHOOK_SECRET"):
        yield OK, "the provider's webhooks are protected by ANYMAIL_WEBHOOK_SECRET"
    elif backend:
        yield (
            MISSING,
            "ANYMAIL_WEBHOOK_SECRET is not set, so we can’t accept the provider’s reports",
        )


def _keys() -> Iterator[Finding]:
    try:
        key_check.ensure()
    except key_check.WrongKey as wrong:
        yield MISSING, str(wrong)
    except DatabaseError:
        yield MISSING, "the keys can’t be tried, since the database doesn’t answer"
    else:
        yield OK, "the keys can decrypt the database"


def _dns() -> str:
    return (
        f"\nThe DNS records you need; check them with `mailcheck --dns`:\n"
        f"  {settings.REPLY_DOMAIN}  MX   your mail server, or your provider's\n"
        f"  {settings.MAIL_DOMAIN}  TXT  v=spf1 …, and the key of your DKIM signatures\n"
        f"  _dmarc.{settings.MAIL_DOMAIN}  TXT  v=DMARC1; p=…"
    )
